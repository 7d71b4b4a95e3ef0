import { ReferralForm } from '@sunloop/shared-types';
import { useState } from 'react';
import type { RejectedRow, UserDb } from '../../data/user-db.ts';
import { editRejected } from '../../sync/edit-unsent.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useForm } from '../../ui/use-form.ts';
import { KnownPeopleNotice } from './known-people-notice.tsx';
import { NotSaved } from './not-saved.tsx';
import { ReferralFields } from './referral-fields.tsx';
import { useKnownCheck } from './use-known-check.ts';

type Props = { db: UserDb; rejected: RejectedRow; onClose: () => void };

/** Lets the person mend a refused referral and send it again. */
export function EditRejectedDialog({ db, rejected, onClose }: Props) {
  const { row } = rejected;
  const form = useForm(ReferralForm, {
    name: row?.name ?? '',
    email: row?.email ?? '',
    phone: row?.phone ?? '',
    address: row?.address ?? '',
  });
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { known, isNew } = useKnownCheck(db, form.values, rejected.id);

  const handleSubmit = async ({ isKnownOk = false } = {}) => {
    const mended = form.submit();
    if (!mended || isSaving) return;
    if (!isKnownOk && !(await isNew(mended))) return;
    setSaving(true);
    const { name, email, phone, address = null } = mended;
    try {
      await editRejected(db, rejected.id, { name, email, phone, address });
      onClose();
    } catch (error) {
      console.error('The mended referral could not be saved:', error);
      setSaving(false);
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Modal title="Edit referral" isOpen onClose={onClose} isDismissable={false}>
      <Form aria-label="Edit referral" errors={form.errors} onSubmit={() => void handleSubmit()}>
        {problem ? (
          <NotSaved message={problem} values={form.values} />
        ) : (
          <Banner tone="bad" icon="alert">
            {rejected.error}
          </Banner>
        )}
        <ReferralFields field={form.field} />
        {known.length > 0 && (
          <KnownPeopleNotice
            known={known}
            addLabel="Send anyway"
            onAddAnyway={() => void handleSubmit({ isKnownOk: true })}
          />
        )}
        <div className="form-actions">
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <SubmitButton isBusy={isSaving} busyLabel="Saving...">
            Send again
          </SubmitButton>
        </div>
      </Form>
    </Modal>
  );
}
