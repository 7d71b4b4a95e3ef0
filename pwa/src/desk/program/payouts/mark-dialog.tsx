import type { Payout } from '@sunloop/shared-types/program/admin-reward.ts';
import { formatCents } from '@sunloop/shared-types/values/money.ts';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { sumOf, sumText } from './payout-groups.ts';

/** Lines to be marked, and in words whose they are. */
export type MarkQuestion = { lines: Payout[]; isPaid: boolean; whose: string };

type Props = {
  marking: MarkQuestion;
  onMark: (lines: Payout[], isPaid: boolean) => Promise<SaveOutcome>;
  onClose: () => void;
};

/** Says how much money is concerned before anything is marked. */
export function MarkDialog({ marking: { lines, isPaid, whose }, onMark, onClose }: Props) {
  const sum = sumOf(lines);
  const state = isPaid ? 'paid' : 'not paid';
  return (
    <DeskConfirm
      title={`Mark ${formatCents(sum.cents)} as ${state}?`}
      confirmLabel={`Mark as ${state}`}
      busyLabel="Marking..."
      onConfirm={() => onMark(lines, isPaid)}
      onClose={onClose}
    >
      <p>
        {whose}: {sumText(sum)}.
      </p>
      <p className="muted">
        {isPaid
          ? 'This moves no money: it records that the money was paid out, and can be undone.'
          : 'They will count as still to be paid.'}
      </p>
    </DeskConfirm>
  );
}
