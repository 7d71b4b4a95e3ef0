import { type ReferralAct, type ReferralStatus } from '@sunloop/shared-types';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format-number.ts';
import { Button } from '../../../ui/button.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { DeskSelect } from '../../../ui/desk/select.tsx';
import type { ToastText } from '../../../ui/layers/show-toast.ts';
import { type BulkPlan, changesTo, planOf, roomFor } from './bulk-acts.ts';
import { BulkQuestion } from './bulk-question.tsx';
import type { AskPay } from '../completion-pay.tsx';
import type { DeskClient } from '../desk-client.ts';
import type { Target } from '../desk-messages.ts';
import type { DeskView } from '../desk-view.ts';
import { ALL_SELECTED, NOTHING_SELECTED, type Selection } from '../selection.ts';
import { STATUS_OPTIONS } from '../status-options.ts';

/** Saves acts on these referrals and announces the result. */
export type OnBulk = (
  acts: ReferralAct[],
  targets: readonly Target[],
  done: ToastText,
) => Promise<SaveOutcome>;

type Props = {
  client: Pick<DeskClient, 'ask'>;
  view: DeskView;
  selection: Selection;
  /** How many are selected, and how many are shown. */
  count: number;
  total: number;
  /** Changes already waiting to be sent. */
  waiting: number;
  onSelection: (selection: Selection) => void;
  onBulk: OnBulk;
  onAskPay: AskPay;
};

/** What can be done with the selected referrals: set one status for all. */
export function BulkBar({ client, view, selection, count, total, waiting, ...on }: Props) {
  const { onSelection, onBulk, onAskPay } = on;
  const [status, setStatus] = useState<ReferralStatus>('contact_made');
  const [plan, setPlan] = useState<BulkPlan>();
  const prepare = async () => {
    const max = roomFor(waiting);
    const found = await client.ask({ kind: 'changes', to: status, selection, view, max });
    setPlan(planOf(found, waiting));
  };
  const apply = ({ targets, total: wanted }: BulkPlan) =>
    onBulk(changesTo(status, targets), targets, savedText(targets.length, wanted));
  const handleDone = ({ targets, total: wanted }: BulkPlan) => {
    // After only a part was done, the person may want to continue with the rest.
    if (targets.length === wanted) onSelection(NOTHING_SELECTED);
    setPlan(undefined);
  };
  return (
    <section className="desk-bulk" aria-label="Selected referrals">
      <strong role="status">{formatNumber(count)} selected</strong>
      {count < total && (
        <Button variant="bare" size="sm" onPress={() => onSelection(ALL_SELECTED)}>
          {`Select all ${formatNumber(total)}`}
        </Button>
      )}
      <DeskSelect label="Set status" options={STATUS_OPTIONS} value={status} onChange={setStatus} />
      <Button size="sm" onPress={() => void prepare()}>
        Apply
      </Button>
      <Button variant="bare" size="sm" onPress={() => onSelection(NOTHING_SELECTED)}>
        Clear selection
      </Button>
      {plan && (
        <BulkQuestion
          plan={plan}
          status={status}
          onAskPay={onAskPay}
          onConfirm={() => apply(plan)}
          onDone={() => handleDone(plan)}
          onClose={() => setPlan(undefined)}
        />
      )}
    </section>
  );
}

function savedText(saved: number, wanted: number): ToastText {
  const changes = saved === 1 ? '1 change is' : `${formatNumber(saved)} changes are`;
  const rest = wanted === saved ? '' : ` ${formatNumber(wanted - saved)} were left as they are.`;
  const description = `${changes} sent as soon as there is a connection.${rest}`;
  return { title: 'Changes saved', description };
}
