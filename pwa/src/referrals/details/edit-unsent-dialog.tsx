import { typedContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import { type PushRow, REFERRAL_FIELDS } from '@sunloop/shared-types/referrals/referral.ts';
import { Suspense, useState } from 'react';
import { customerOf } from '@sunloop/engine/data/on-behalf-row.ts';
import { editUnsent, type EditOutcome } from '@sunloop/engine/waiting.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { NotSaved } from '../add/not-saved.tsx';
import { readCustomerCode } from '../on-behalf/read-customer-code.ts';
import { OnBehalf } from '../add/on-behalf-part.ts';
import { ReferralFields } from '../add/referral-fields.tsx';
import { useKnownCheck } from '../add/use-known-check.ts';
import { useReferralForm } from '../add/use-referral-form.ts';
import { useUserDb } from '../../stored/user-db.ts';

type Props = {
  row: PushRow;
  /** Why the server refused it; absent for one that waits. */
  refusal?: string;
  onClose: () => void;
};

/** Lets the person change a referral the server does not have, whatever happens to it meanwhile. */
export function EditUnsentDialog({ row, refusal, onClose }: Props) {
  const db = useUserDb();
  const { form, mode, isSaving, problem, save, ownCode } = useReferralForm({
    values: {
      ...typedContent(row),
      permission: row.permission ? 'yes' : '',
      for: customerOf(row) ?? '',
    },
  });
  const [shown, setShown] = useState(row);
  const { known, asks, isNew } = useKnownCheck(form.values, row.id);
  const isTaken = customerOf(row) !== undefined;
  const code = readCustomerCode(form.values.for);

  const settle = (outcome: EditOutcome) => {
    switch (outcome.kind) {
      case 'saved':
        onClose();
        return 'taken';
      case 'changed':
        setShown(outcome.now);
        return 'stopped';
      default:
        return { why: TOO_LATE[outcome.kind] };
    }
  };
  const handleSubmit = ({ isKnownOk = false } = {}) =>
    save(async (edited) => {
      const isOk = isTaken ? code && code !== ownCode : await isNew(edited, { isKnownOk });
      if (!isOk) return 'stopped';
      return settle(await editUnsent(db, shown, { ...edited, ...(code && { for: code }) }));
    });
  return (
    <Modal title="Edit referral" onClose={onClose} isDismissable={false}>
      <Form aria-label="Edit referral" errors={form.errors} onSubmit={() => void handleSubmit()}>
        {problem && <NotSaved message={problem} values={form.values} />}
        {!problem && refusal && (
          <Banner tone="bad" icon="alert">
            {refusal}
          </Banner>
        )}
        {shown !== row && <ChangedMeanwhile now={shown} />}
        {isTaken && (
          <Suspense>
            <OnBehalf isNeeded {...form.field('for')} ownCode={ownCode} />
          </Suspense>
        )}
        <ReferralFields
          known={{
            known,
            asks,
            addLabel: refusal ? 'Send anyway' : 'Save anyway',
            onAddAnyway: () => void handleSubmit({ isKnownOk: true }),
          }}
          field={form.field}
          mode={mode}
        />
        <div className="form-actions">
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <SubmitButton isBusy={isSaving} busyLabel="Saving...">
            {refusal ? 'Send again' : 'Save'}
          </SubmitButton>
        </div>
      </Form>
    </Modal>
  );
}

const TOO_LATE = {
  sent: 'The earlier version reached our server meanwhile, so your change was not saved.',
  gone: 'This referral was removed meanwhile, so your change was not saved.',
};

/** The version that was saved, perhaps in another tab, since the dialog was opened. */
function ChangedMeanwhile({ now }: { now: PushRow }) {
  const parts = REFERRAL_FIELDS.map((field) => now[field]).filter(Boolean);
  return (
    <Banner tone="wait" icon="alert">
      It was changed meanwhile and now reads: <strong>{parts.join(', ')}</strong>. Save again to
      replace it with yours, or cancel to keep it.
    </Banner>
  );
}
