import { type MouseEvent, Suspense, useEffect, useState } from 'react';
import { StorageFull } from '@sunloop/engine/data/storage/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { type DraftStore, useKeptDraft } from '../../ui/forms/use-draft.ts';
import { addReferral } from './add-referral.ts';
import { NotSaved } from './not-saved.tsx';
import { readCustomerCode } from '../on-behalf/read-customer-code.ts';
import { OnBehalf } from './on-behalf-part.ts';
import { ReferralFields } from './referral-fields.tsx';
import { withoutGap } from './street.ts';
import { useKnownCheck } from './use-known-check.ts';
import { usePastedPerson } from './use-pasted-person.ts';
import { useReferralForm } from './use-referral-form.ts';
import { useSameStreet } from './use-same-street.ts';
import { useUserDb } from '../../stored/user-db.ts';

type Props = {
  store: DraftStore;
  /** Called once a referral is saved, also if another one follows. */
  onSaved?: (() => void) | undefined;
  /** What the form held when it was left. */
  draft: Record<string, string>;
  onClose: () => void;
  /** Whether the person may take referrals for other customers. */
  mayTake?: boolean | undefined;
};

/** Nothing typed: the draft of a form that holds only the street of the one before. */
const NOTHING = { values: {}, isDirty: false };

/** Saves a referral on this device; closes only once it is saved, or begins the next one on the same street, for the same customer. */
export function AddReferralForm({ store, draft, onSaved, onClose, mayTake }: Props) {
  const db = useUserDb();
  const { form, mode, isSaving, problem, save, ownCode } = useReferralForm({
    values: draft,
    isKept: true,
    explain: whyNotSaved,
  });
  const { isFresh, beginNext, handleAddressFocus } = useSameStreet(form);
  const pasted = usePastedPerson(form);
  const forgetTyping = useKeptDraft(store, isFresh ? NOTHING : form);
  const isForOther = form.values.for.trim() !== '';
  const { known, asks, isNew } = useKnownCheck(form.values, { isForOther });
  const [isAnother, setAnother] = useState(false);
  useEffect(() => document.querySelector<HTMLElement>('.form input[name="name"]')?.focus(), []);
  const code = readCustomerCode(form.values.for);

  const handleSubmit = (then: { isAnother: boolean; isKnownOk?: boolean }) =>
    save(async (content) => {
      if (isForOther && (!code || code === ownCode)) return 'stopped';
      if (!(await isNew(content, then))) return 'stopped';
      forgetTyping();
      try {
        const { address: typed } = content;
        const row = { ...content, address: typed && withoutGap(typed) };
        await addReferral(db, { ...row, ...(code && { for: code }) });
      } catch (error) {
        // Forgotten too early, so the text goes into the draft again.
        form.replace({ ...form.values });
        throw error;
      }
      onSaved?.();
      if (then.isAnother) {
        beginNext();
        return 'stopped';
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
    <Form
      aria-label="Add New Referral"
      errors={form.errors}
      onSubmit={(submitter) => {
        // Enter and 'Add Referral' name their button; `sendForAnother` has none.
        const then = { isAnother: submitter === null };
        setAnother(then.isAnother);
        void handleSubmit(then);
      }}
    >
      {problem && <NotSaved message={problem} values={form.values} />}
      {mayTake && (
        <Suspense>
          <OnBehalf {...form.field('for')} ownCode={ownCode} />
        </Suspense>
      )}
      <ReferralFields
        known={{
          known,
          asks,
          addLabel: 'Add anyway',
          onAddAnyway: () => void handleSubmit({ isAnother, isKnownOk: true }),
        }}
        field={form.field}
        mode={mode}
        onAddressFocus={handleAddressFocus}
        pasted={pasted}
      />
      <div className="form-actions">
        <Button variant="quiet" onPress={handleCancel}>
          Cancel
        </Button>
        <Button
          variant="quiet"
          aria-label="Save and add another"
          isDisabled={isSaving}
          onClick={sendForAnother}
        >
          <span className="form-long">Save and add another</span>
          <span className="form-short">Add another</span>
        </Button>
        <SubmitButton isBusy={isSaving} busyLabel="Adding...">
          Add Referral
        </SubmitButton>
      </div>
    </Form>
  );
}

/** An iPhone opens its keyboard only for a field that gets the focus within the tap itself. */
function sendForAnother({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): void {
  const first = form?.querySelector<HTMLInputElement>('input[name="name"]');
  first?.select();
  first?.focus();
  form?.requestSubmit();
}

const NOT_SAVED_TEXT = 'This device could not save the referral. What you typed is still here.';
const whyNotSaved = (error: unknown) =>
  error instanceof StorageFull ? error.message : NOT_SAVED_TEXT;
