import { ReferralForm } from '@sunloop/shared-types';
import { useState } from 'react';
import { StorageFull } from '../../data/storage-errors.ts';
import type { UserDb } from '../../data/user-db.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { type DraftStore, useKeptDraft } from '../../ui/use-draft.ts';
import { useForm } from '../../ui/use-form.ts';
import { addReferral } from './add-referral.ts';
import { KnownPeopleNotice } from './known-people-notice.tsx';
import { NotSaved } from './not-saved.tsx';
import { ReferralFields } from './referral-fields.tsx';
import { useKnownCheck } from './use-known-check.ts';

const EMPTY = { name: '', email: '', phone: '', address: '' };
type Props = {
  db: UserDb;
  store: DraftStore;
  /** What the form held when it was left. */
  draft: Record<string, string>;
  onClose: () => void;
};

/** Saves a referral on this device; closes only once it is saved. */
export function AddReferralForm({ db, store, draft, onClose }: Props) {
  const form = useForm(ReferralForm, { ...EMPTY, ...draft }, true);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const forgetTyping = useKeptDraft(store, form);
  const { known, isNew } = useKnownCheck(db, form.values);

  const handleSubmit = async ({ isKnownOk = false } = {}) => {
    const row = form.submit();
    if (!row || isSaving) return;
    setSaving(true);
    setProblem(null);
    try {
      if (!(await isNew(row, { isKnownOk }))) {
        setSaving(false);
        return;
      }
      forgetTyping();
      await addReferral(db, row);
      onClose();
    } catch (error) {
      console.error('The referral could not be saved:', error);
      setProblem(error instanceof StorageFull ? error.message : NOT_SAVED_TEXT);
      setSaving(false);
      // Forgotten too early: it goes into the draft again.
      form.replace({ ...form.values });
    }
  };
  const handleCancel = () => {
    forgetTyping();
    // Cancelled means not wanted any more; a draft that stays by mistake does no harm.
    store.drop().catch((error: unknown) => console.error('Draft not dropped:', error));
    onClose();
  };
  return (
    <Form aria-label="Add New Referral" errors={form.errors} onSubmit={() => void handleSubmit()}>
      {problem && <NotSaved message={problem} values={form.values} />}
      <ReferralFields field={form.field} />
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
