import { StorageFull } from '../../data/storage/errors.ts';
import type { UserDb } from '../../data/user-db.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { type DraftStore, useKeptDraft } from '../../ui/forms/use-draft.ts';
import { addReferral } from './add-referral.ts';
import { KnownPeopleNotice } from './known-people-notice.tsx';
import { NotSaved } from './not-saved.tsx';
import { ReferralFields } from './referral-fields.tsx';
import { useKnownCheck } from './use-known-check.ts';
import { useReferralForm } from './use-referral-form.ts';

type Props = {
  db: UserDb;
  store: DraftStore;
  /** What the form held when it was left. */
  draft: Record<string, string>;
  onClose: () => void;
};

/** Saves a referral on this device; closes only once it is saved. */
export function AddReferralForm({ db, store, draft, onClose }: Props) {
  const { form, mode, isSaving, problem, save } = useReferralForm({
    values: draft,
    isKept: true,
    explain: whyNotSaved,
  });
  const forgetTyping = useKeptDraft(store, form);
  const { known, isNew } = useKnownCheck(db, form.values);

  const handleSubmit = ({ isKnownOk = false } = {}) =>
    save(async (content) => {
      if (!(await isNew(content, { isKnownOk }))) return 'stopped';
      forgetTyping();
      try {
        await addReferral(db, content);
      } catch (error) {
        // Forgotten too early, so the text goes into the draft again.
        form.replace({ ...form.values });
        throw error;
      }
      onClose();
      return 'taken';
    });
  const handleCancel = () => {
    forgetTyping();
    // Cancelled means no longer wanted; a draft that stays by mistake does no harm.
    store.drop().catch((error: unknown) => console.error('Draft not dropped:', error));
    onClose();
  };
  return (
    <Form aria-label="Add New Referral" errors={form.errors} onSubmit={() => void handleSubmit()}>
      {problem && <NotSaved message={problem} values={form.values} />}
      <ReferralFields field={form.field} mode={mode} />
      {known.length > 0 && (
        <KnownPeopleNotice
          known={known}
          addLabel="Add anyway"
          onAddAnyway={() => void handleSubmit({ isKnownOk: true })}
        />
      )}
      <div className="form-actions">
        <Button variant="quiet" onPress={handleCancel}>
          Cancel
        </Button>
        <SubmitButton isBusy={isSaving} busyLabel="Adding...">
          Add Referral
        </SubmitButton>
      </div>
    </Form>
  );
}

const NOT_SAVED_TEXT = 'This device could not save the referral. What you typed is still here.';
const whyNotSaved = (error: unknown) =>
  error instanceof StorageFull ? error.message : NOT_SAVED_TEXT;
