import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferral, ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format-number.ts';
import { Button } from '../../../ui/button.tsx';
import { DeskSelect } from '../../../ui/desk/select.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import type { NoticeText } from '../../../ui/layers/notices.ts';
import type { AskPay } from '../completion-pay.tsx';
import type { Selection } from '../selection.ts';
import { STATUS_OPTIONS } from '../status-options.ts';
import { type BulkPlan, changesTo, planOf, WAITING_ACTS_MAX } from './bulk-acts.ts';
import { BulkQuestion } from './bulk-question.tsx';
import type { Gathering } from './use-select-all.ts';

/** Saves acts on these referrals and announces the result. */
export type OnBulk = (
  acts: ReferralAct[],
  targets: readonly AdminReferral[],
  done: NoticeText,
) => Promise<SaveOutcome>;

type Props = {
  selection: Selection;
  /** How many match, in words: '90', 'more than 10,000'; undefined if all of them are selected. */
  all: string | undefined;
  gathering: Gathering;
  /** Changes already waiting to be sent. */
  waiting: number;
  onSelectAll: () => void;
  onCancel: () => void;
  onClear: () => void;
  onBulk: OnBulk;
  onAskPay: AskPay;
};

/** What can be done with the selected referrals: set one status for all. */
export function BulkBar({ selection, all, gathering, waiting, onClear, ...on }: Props) {
  const [status, setStatus] = useState<ReferralStatus>('contact_made');
  const [plan, setPlan] = useState<BulkPlan>();
  const apply = ({ targets, total }: BulkPlan) =>
    on.onBulk(changesTo(status, targets), targets, savedText(targets.length, total));
  const handleDone = ({ targets, total }: BulkPlan) => {
    // After only a part was done, the person may want to continue with the rest.
    if (targets.length === total) onClear();
    setPlan(undefined);
  };
  if (gathering.kind === 'running') {
    return (
      <section className="desk-bulk" aria-label="Selected referrals">
        <strong role="status">{`Selecting: ${formatNumber(gathering.count)} so far`}</strong>
        <Button variant="bare" size="sm" onPress={on.onCancel}>
          Cancel
        </Button>
      </section>
    );
  }
  if (selection.size === 0 && gathering.kind !== 'failed') return null;
  return (
    <section className="desk-bulk" aria-label="Selected referrals">
      <strong role="status">{formatNumber(selection.size)} selected</strong>
      <GatheringNote gathering={gathering} />
      {all !== undefined && gathering.kind !== 'cut' && (
        <Button variant="bare" size="sm" onPress={on.onSelectAll}>
          {`Select all ${all}`}
        </Button>
      )}
      <DeskSelect label="Set status" options={STATUS_OPTIONS} value={status} onChange={setStatus} />
      <Button
        size="sm"
        isDisabled={selection.size === 0}
        onPress={() => setPlan(planOf(selection.values(), status, waiting))}
      >
        Apply
      </Button>
      <Button variant="bare" size="sm" onPress={onClear}>
        Clear selection
      </Button>
      {plan && (
        <BulkQuestion
          plan={plan}
          status={status}
          onAskPay={on.onAskPay}
          onConfirm={() => apply(plan)}
          onDone={() => handleDone(plan)}
          onClose={() => setPlan(undefined)}
        />
      )}
    </section>
  );
}

function GatheringNote({ gathering }: { gathering: Gathering }) {
  if (gathering.kind === 'cut') {
    const max = formatNumber(WAITING_ACTS_MAX);
    return <p className="muted">{`Only the first ${max} can be changed at once.`}</p>;
  }
  if (gathering.kind !== 'failed') return null;
  return (
    <p className="muted" role="alert">
      {gathering.message}
    </p>
  );
}

function savedText(saved: number, wanted: number): NoticeText {
  const changes = saved === 1 ? '1 change is' : `${formatNumber(saved)} changes are`;
  const rest = wanted === saved ? '' : ` ${formatNumber(wanted - saved)} were left as they are.`;
  const description = `${changes} sent as soon as you’re online.${rest}`;
  return { title: 'Changes saved', description };
}
