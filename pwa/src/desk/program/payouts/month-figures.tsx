import type { Payout } from '@sunloop/shared-types/program/admin-reward.ts';
import { formatCents } from '@sunloop/shared-types/values/money.ts';
import { useMemo } from 'react';
import { Button } from '../../../ui/button.tsx';
import { StatCard } from '../../../ui/stat-card.tsx';
import { sumOf } from './payout-groups.ts';

type Props = { lines: Payout[]; onMark: (isPaid: boolean) => void };

/** The month in three figures, and buttons to mark it as a whole. */
export function MonthFigures({ lines, onMark }: Props) {
  const sum = useMemo(() => sumOf(lines), [lines]);
  const reversed =
    sum.reversals === 0 ? undefined : `${formatCents(sum.reversedCents)} of it taken back`;
  return (
    <>
      <dl className="stat-grid" data-count="3">
        <StatCard title="Total" value={formatCents(sum.cents)} icon="gift" note={reversed} />
        <StatCard title="Paid" value={formatCents(sum.paidCents)} icon="check" tone="good" />
        <StatCard title="Not paid" value={formatCents(sum.unpaidCents)} icon="clock" tone="wait" />
      </dl>
      <div className="row">
        {sum.unpaidLines > 0 && (
          <Button icon="check" onPress={() => onMark(true)}>
            Mark whole month as paid
          </Button>
        )}
        {sum.unpaidLines < sum.lines && (
          <Button variant="quiet" onPress={() => onMark(false)}>
            Mark whole month as not paid
          </Button>
        )}
      </div>
    </>
  );
}
