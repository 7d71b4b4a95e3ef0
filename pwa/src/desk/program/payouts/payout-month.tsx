import type { Payout } from '@sunloop/shared-types/program/admin-reward.ts';
import { formatLongMonth } from '../../../lib/format-utc.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Reading, type ReadingOf } from '../../../ui/reading.tsx';
import { FileButton, PrintButton } from '../../../ui/forms/file-button.tsx';
import { MonthLines, type MonthLinesProps } from './month-lines.tsx';
import './payouts.css';

type Props = Omit<MonthLinesProps, 'lines' | 'whole'> & {
  month: string;
  lines: ReadingOf<Payout[]>;
  onBack: () => void;
  /** Saves the file of this month. */
  onFile: () => Promise<void>;
  /** Prints what is shown of this month. */
  onPrint: () => Promise<void>;
};

/** One month of the ledger, user by user, and what was paid of it. */
export function PayoutMonthCard({ month, lines, onBack, onFile, onPrint, ...props }: Props) {
  const whole = formatLongMonth(month);
  return (
    <Card
      title={`Payouts of ${whole}`}
      action={
        <div className="row">
          <Button variant="quiet" size="sm" onPress={onBack}>
            All months
          </Button>
          <FileButton label="CSV of this month" onFile={onFile} />
          <PrintButton onPrint={onPrint} />
        </div>
      }
    >
      <Reading of={lines} what="The payouts of this month" lines={5}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="gift" title="Nothing was earned in this month." />
          ) : (
            <MonthLines lines={list} whole={whole} {...props} />
          )
        }
      </Reading>
    </Card>
  );
}
