import { typedContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import { type FocusEvent, type MouseEvent, Suspense, useRef, useState } from 'react';
import { StorageFull } from '@sunloop/engine/data/storage/errors.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { type DraftStore, useKeptDraft } from '../../ui/forms/use-draft.ts';
import { addReferral } from './add-referral.ts';
import { KnownPeopleNotice } from './known-people-notice.tsx';
import { NotSaved } from './not-saved.tsx';
import { readCustomerCode } from '../on-behalf/read-customer-code.ts';
import { OnBehalf } from './on-behalf-part.ts';
import { ReferralFields } from './referral-fields.tsx';
import { type Street, streetOf, withoutGap } from './street.ts';
import { useKnownCheck } from './use-known-check.ts';
import { useReferralForm } from './use-referral-form.ts';

type Props = {
  db: UserDb;
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
export function AddReferralForm({ db, store, draft, onSaved, onClose, mayTake }: Props) {
  const { form, mode, isSaving, problem, save } = useReferralForm({
    values: draft,
    isKept: true,
    explain: whyNotSaved,
  });
  const [street, setStreet] = useState<Street>();
  const { name, email, phone, address } = form.values;
  const isFresh = street && [name, email, phone].every((text) => !text) && address === street.text;
  const forgetTyping = useKeptDraft(store, isFresh ? NOTHING : form);
  const { known, isNew } = useKnownCheck(db, form.values);
  const isAnother = useRef(false);
  const isPressed = useRef(false);

  /** What was typed into a field since stays there. */
  const beginNext = () => {
    const next = streetOf(form.values.address ?? '');
    const sent: Record<string, string> = form.values;
    const empty: Record<string, string> = {
      ...typedContent(),
      permission: '',
      for: sent['for'] ?? '',
      address: next.text,
    };
    setStreet(next);
    form.setSubmitted(false);
    form.showErrors({});
    form.setValues((now) => {
      const begun = Object.entries(now).map(([field, text]) => [
        field,
        text === sent[field] ? (empty[field] ?? '') : text,
      ]);
      return Object.fromEntries(begun) as typeof now;
    });
  };
  const code = readCustomerCode(form.values.for);

  const handleSubmit = ({ isKnownOk = false } = {}) =>
    save(async (content) => {
      // Whom a customer has referred, only our server knows.
      if (form.values.for.trim() ? !code : !(await isNew(content, { isKnownOk }))) return 'stopped';
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
      if (isAnother.current) {
        beginNext();
        return 'stopped';
      }
      onClose();
      return 'taken';
    });
  /** An iPhone opens its keyboard only for a field that gets the focus within the tap itself. */
  const handleAnother = ({ currentTarget: { form: element } }: MouseEvent<HTMLButtonElement>) => {
    const first = element?.querySelector<HTMLInputElement>('input[name="name"]');
    first?.select();
    first?.focus();
    isPressed.current = true;
    element?.requestSubmit();
    isPressed.current = false;
  };
  /** The number of the next house is typed where the last one stood; a tap puts the cursor elsewhere afterwards. */
  const handleAddressFocus = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    const place = () => {
      if (street && input.value === street.text) input.setSelectionRange(street.at, street.at);
    };
    place();
    requestAnimationFrame(place);
  };
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
      onSubmit={() => {
        isAnother.current = isPressed.current;
        void handleSubmit();
      }}
    >
      {problem && <NotSaved message={problem} values={form.values} />}
      {mayTake && (
        <Suspense>
          <OnBehalf db={db} {...form.field('for')} />
        </Suspense>
      )}
      <ReferralFields field={form.field} mode={mode} onAddressFocus={handleAddressFocus} />
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
        <Button
          variant="quiet"
          aria-label="Save and add another"
          isDisabled={isSaving}
          onClick={handleAnother}
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

const NOT_SAVED_TEXT = 'This device could not save the referral. What you typed is still here.';
const whyNotSaved = (error: unknown) =>
  error instanceof StorageFull ? error.message : NOT_SAVED_TEXT;
