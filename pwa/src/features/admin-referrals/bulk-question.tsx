import { formatNumber } from '../../lib/format-number.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { SaveOutcome } from '../../ui/save-outcome.ts';
import { type BulkPlan, WAITING_ACTS_MAX } from './bulk-acts.ts';

const TITLE = 'Set status for all';
const MAX = formatNumber(WAITING_ACTS_MAX);

type Props = {
  plan: BulkPlan;
  /** The status in words. */
  label: string;
  onConfirm: () => Promise<SaveOutcome>;
  onDone: () => void;
  onClose: () => void;
};

/** Says how many would be changed before any is; where that is too much at once, how far it goes. */
export function BulkQuestion({ plan, label, onConfirm, onDone, onClose }: Props) {
  const { total, targets } = plan;
  if (targets.length === 0) {
    return (
      <Modal title={TITLE} role="alertdialog" isOpen onClose={onClose}>
        <p>{total === 0 ? `All of them are ${label} already.` : fullText(plan)}</p>
        <div className="form-actions">
          <Button onPress={onClose}>OK</Button>
        </div>
      </Modal>
    );
  }
  const isPart = targets.length < total;
  const first = formatNumber(targets.length);
  return (
    <ConfirmDialog
      title={TITLE}
      confirmLabel={isPart ? `Set the first ${first} to ${label}` : `Set to ${label}`}
      busyLabel="Saving..."
      onConfirm={onConfirm}
      onDone={onDone}
      onClose={onClose}
    >
      {isPart && (
        <p>
          {`${formatNumber(total)} referrals would be changed, and at most ${MAX} changes wait on this device at once. The first ${first} in the order of the list can be set now; the others stay as they are until you set them, too.`}
        </p>
      )}
      <p>
        {`${targets.length === 1 ? '1 referral' : `${first} referrals`} will be set to ${label}. Rewards follow each change; who changed it is kept in the audit log.`}
      </p>
    </ConfirmDialog>
  );
}

function fullText({ waiting }: BulkPlan): string {
  return `${formatNumber(waiting)} changes wait on this device to be sent, and at most ${MAX} do at once. More can be set once they have gone.`;
}
