import {
  type AdminReferral,
  REFERRAL_STATUS_LABELS,
  REFERRAL_STATUSES,
  type ReferralAct,
  type ReferralStatus,
} from '@sunloop/shared-types';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/show-toast.ts';

const OPTIONS = REFERRAL_STATUSES.map((id) => ({ id, label: REFERRAL_STATUS_LABELS[id] }));

type Props = {
  referral: AdminReferral;
  onActs: (acts: ReferralAct[]) => Promise<void>;
  onDeleted: () => void;
};

/** Sets another status or deletes the referral; both count at once and are sent when they can be. */
export function ReferralActions({ referral, onActs, onDeleted }: Props) {
  const { id, status: expected } = referral;
  const known = REFERRAL_STATUSES.find((status) => status === expected);
  const [status, setStatus] = useState<ReferralStatus>(known ?? 'submitted');
  const [isAsking, setAsking] = useState(false);
  const update = () => attempt('Update Failed', onActs([{ act: 'status', id, status, expected }]));
  const remove = async () => {
    setAsking(false);
    if (await attempt('Delete Failed', onActs([{ act: 'delete', id, expected }]))) onDeleted();
  };
  return (
    <div className="desk-acts">
      <SelectField label="Status" options={OPTIONS} value={status} onChange={setStatus} />
      <Button size="sm" isDisabled={status === expected} onPress={() => void update()}>
        Update
      </Button>
      <Button variant="danger" size="sm" icon="trash" onPress={() => setAsking(true)}>
        Delete
      </Button>
      <Modal
        title="Delete referral"
        role="alertdialog"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      >
        <p>Are you sure you want to delete this referral? This action cannot be undone.</p>
        <div className="form-actions">
          <Button variant="quiet" onPress={() => setAsking(false)}>
            Cancel
          </Button>
          <Button variant="danger" onPress={() => void remove()}>
            Delete
          </Button>
        </div>
      </Modal>
    </div>
  );
}

/** Answers whether it is saved; what cannot be is told. */
async function attempt(title: string, work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    const description = error instanceof Error ? error.message : String(error);
    void showToast({ title, description, variant: 'destructive' });
    return false;
  }
}
