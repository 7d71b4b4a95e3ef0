import {
  REFERRAL_STATUS_LABELS,
  type ReferralStatus,
} from '@sunloop/shared-types/referrals/referral.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { Button } from '../../../ui/button.tsx';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import { DeskDialog } from '../../../ui/desk/dialog.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { type BulkPlan, WAITING_ACTS_MAX } from './bulk-acts.ts';
import { CompletionPay, useCompletionPay, type AskPay } from '../completion-pay.tsx';

const TITLE = 'Set status for all';
const MAX = formatNumber(WAITING_ACTS_MAX);

type Props = {
  plan: BulkPlan;
  status: ReferralStatus;
  onAskPay: AskPay;
  onConfirm: () => Promise<SaveOutcome>;
  onDone: () => void;
  onClose: () => void;
};

/** Says how many would be changed before any is, and how many fit if that is too many at once. */
export function BulkQuestion({ plan, status, onAskPay, onConfirm, onDone, onClose }: Props) {
  const { total, targets } = plan;
  const label = REFERRAL_STATUS_LABELS[status];
  const isPaying = status === 'completed' && targets.length > 0;
  const pays = useCompletionPay(isPaying ? targets.map(({ id }) => id) : undefined, onAskPay);
  if (targets.length === 0) {
    return (
      <DeskDialog title={TITLE} role="alertdialog" onClose={onClose}>
        <p>{total === 0 ? `All of them are already ${label}.` : fullText(plan)}</p>
        <div className="form-actions">
          <Button onPress={onClose}>OK</Button>
        </div>
      </DeskDialog>
    );
  }
  const isPart = targets.length < total;
  const first = formatNumber(targets.length);
  return (
    <DeskConfirm
      title={TITLE}
      confirmLabel={isPart ? `Set the first ${first} to ${label}` : `Set to ${label}`}
      busyLabel="Saving..."
      isReady={!isPaying || pays !== undefined}
      onConfirm={onConfirm}
      onDone={onDone}
      onClose={onClose}
    >
      {isPart && (
        <p>
          {`${formatNumber(total)} referrals would be changed, but at most ${MAX} changes can wait on this device at once. The first ${first} in the list can be set now; the others stay as they are until you set them, too.`}
        </p>
      )}
      <p>
        {`${targets.length === 1 ? '1 referral' : `${first} referrals`} will be set to ${label}. Rewards follow each change, and the audit log records who made it.`}
      </p>
      {isPaying && <CompletionPay told={pays} />}
    </DeskConfirm>
  );
}

function fullText({ waiting }: BulkPlan): string {
  return `${formatNumber(waiting)} changes are waiting on this device to be sent, and at most ${MAX} can wait at once. You can set more once they are sent.`;
}
