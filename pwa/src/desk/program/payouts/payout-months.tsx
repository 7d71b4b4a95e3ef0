import type { PayoutMonth } from '@sunloop/shared-types/program/reports.ts';
import { formatCents } from '@sunloop/shared-types/values/money.ts';
import { formatLongMonth } from '../../../lib/format-utc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { DeskColumn } from '../../../ui/desk/sort.ts';
import { DeskTable } from '../../../ui/desk/table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Reading, type ReadingOf } from '../../../ui/reading.tsx';
import { FileButton } from '../../../ui/forms/file-button.tsx';
import './payouts.css';

type Props = {
  months: ReadingOf<PayoutMonth[]>;
  sort: string | undefined;
  onSort: (sort: string) => void;
  onOpen: (month: string) => void;
  /** Saves the file of all months. */
  onFile: () => Promise<void>;
};

type Row = PayoutMonth & { id: string };

/** The ledger month by month, with what is still to be paid. */
export function PayoutMonths({ months, sort, onSort, onOpen, onFile }: Props) {
  return (
    <Card
      title="Payouts by month"
      action={<FileButton label="CSV of all months" onFile={onFile} />}
    >
      <p className="muted">
        Every reward a completed referral earned, in the month it was earned. Rewards taken back
        count against the month they were taken back in.
      </p>
      <Reading of={months} what="The payouts" lines={5}>
        {(list) => (
          <DeskTable
            label="Payouts by month"
            columns={columnsFor(onOpen)}
            rows={list.map((month) => ({ ...month, id: month.month }))}
            sort={sort ?? '-month'}
            onSort={onSort}
            onOpen={({ month }) => onOpen(month)}
            empty={<EmptyState icon="gift" title="Nothing has been earned yet." />}
          />
        )}
      </Reading>
    </Card>
  );
}

function columnsFor(onOpen: (month: string) => void): readonly DeskColumn<Row>[] {
  const month: DeskColumn<Row> = {
    id: 'month',
    label: 'Month',
    cell: (row) => (
      <span className="payout-month-name">
        <Button variant="bare" size="sm" onPress={() => onOpen(row.month)}>
          {formatLongMonth(row.month)}
        </Button>
      </span>
    ),
    sortBy: (row) => row.month,
  };
  return [month, ...FIGURES];
}

const FIGURES: readonly DeskColumn<Row>[] = [
  {
    id: 'users',
    label: 'People',
    align: 'end',
    cell: ({ users }) => users.toLocaleString('en-US'),
    sortBy: ({ users }) => users,
  },
  {
    id: 'lines',
    label: 'Rewards',
    align: 'end',
    cell: ({ lines }) => lines.toLocaleString('en-US'),
    sortBy: ({ lines }) => lines,
  },
  moneyColumn('amount', 'Total', ({ amountCents }) => amountCents),
  moneyColumn('paid', 'Paid', ({ paidCents }) => paidCents),
  moneyColumn('unpaid', 'Not paid', ({ amountCents, paidCents }) => amountCents - paidCents),
  {
    id: 'state',
    label: 'Status',
    cell: ({ unpaidLines }) => <MonthBadge unpaidLines={unpaidLines} />,
    sortBy: ({ unpaidLines }) => unpaidLines,
  },
];

function moneyColumn(id: string, label: string, centsOf: (row: Row) => number): DeskColumn<Row> {
  return { id, label, align: 'end', cell: (row) => formatCents(centsOf(row)), sortBy: centsOf };
}

function MonthBadge({ unpaidLines }: { unpaidLines: number }) {
  if (unpaidLines > 0) {
    return <Badge tone="wait">{`${unpaidLines.toLocaleString('en-US')} to pay`}</Badge>;
  }
  return (
    <Badge tone="good" icon="check">
      Paid
    </Badge>
  );
}
