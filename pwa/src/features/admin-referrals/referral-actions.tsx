import type { AdminReferral, ReferralAct, ReferralStatus } from '@sunloop/shared-types';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { SaveOutcome } from '../../ui/save-outcome.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { STATUS_OPTIONS } from './status-options.ts';
import './referral-details.css';

type Props = {
  referral: Pick<AdminReferral, 'id' | 'name' | 'status'>;
  onAct: (act: ReferralAct) => Promise<SaveOutcome>;
  onDeleted: () => void;
};

/** Sets another status or deletes the referral; both count at once and are sent when they can be. */
export function ReferralActions({ referral, onAct, onDeleted }: Props) {
  const { id, name, status: expected } = referral;
  const known = STATUS_OPTIONS.find((option) => option.id === expected)?.id;
  const [status, setStatus] = useState<ReferralStatus>(known ?? 'submitted');
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="desk-acts">
      <SelectField label="Status" options={STATUS_OPTIONS} value={status} onChange={setStatus} />
      <Button
        size="sm"
        isDisabled={status === expected}
        onPress={() => void onAct({ act: 'status', id, status, expected })}
      >
        Update
      </Button>
      <Button variant="danger" size="sm" icon="trash" onPress={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${name}`}
          confirmLabel="Delete"
          busyLabel="Deleting..."
          variant="danger"
          onConfirm={() => onAct({ act: 'delete', id, expected })}
          onClose={() => setAsking(false)}
          onDone={onDeleted}
        >
          <p>Are you sure you want to delete this referral? This action cannot be undone.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
