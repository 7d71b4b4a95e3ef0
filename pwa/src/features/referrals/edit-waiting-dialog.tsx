import { ReferralForm, type PushRow } from '@sunloop/shared-types';
import { useState } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import { editWaiting } from '../../sync/sent-log.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Modal } from '../../ui/modal.tsx';
import { showToast } from '../../ui/show-toast.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useForm } from '../../ui/use-form.ts';
import { NotSaved } from './not-saved.tsx';
import { ReferralFields } from './referral-fields.tsx';

type Props = { db: UserDb; entryKey: number; row: PushRow; onClose: () => void };

/** Lets the person change a referral that has not been sent yet. */
export function EditWaitingDialog({ db, entryKey, row, onClose }: Props) {
  const form = useForm(ReferralForm, {
    name: row.name,
    email: row.email,
    phone: row.phone ?? '',
    address: row.address ?? '',
  });
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const handleSubmit = async () => {
    const edited = form.submit();
    if (!edited || isSaving) return;
    setSaving(true);
    const { name, email, phone, address = null } = edited;
    try {
      const isStillHere = await editWaiting(db, entryKey, row.id, { name, email, phone, address });
      if (!isStillHere) void showToast(TOO_LATE);
      onClose();
    } catch (error) {
      console.error('The changed referral could not be saved:', error);
      setSaving(false);
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Modal title="Edit referral" isOpen onClose={onClose} isDismissable={false}>
      <Form aria-label="Edit referral" errors={form.errors} onSubmit={() => void handleSubmit()}>
        {problem && <NotSaved message={problem} values={form.values} />}
        <ReferralFields field={form.field} />
        <div className="form-actions">
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <SubmitButton isBusy={isSaving} busyLabel="Saving...">
            Save
          </SubmitButton>
        </div>
      </Form>
    </Modal>
  );
}

const TOO_LATE = {
  title: 'Already sent',
  description: 'This referral reached our server meanwhile and was not changed.',
};
