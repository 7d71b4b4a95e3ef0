import type {
  CompletionBucket,
  PayoutMonth,
  ReferralWeek,
  Report,
} from '@sunloop/shared-types/program/reports.ts';
import {
  REFERRAL_STATUS_LABELS,
  REFERRAL_STATUSES,
} from '@sunloop/shared-types/referrals/referral.ts';
import { CENTS_PER_DOLLAR, formatCents } from '@sunloop/shared-types/values/money.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import {
  formatLongMonth,
  formatLongUtcDay,
  formatShortMonth,
  formatUtcDay,
} from '../../../lib/format-utc.ts';
import { ChartCard } from './chart-card.tsx';
import { ChartLegend } from './chart-fills.tsx';
import { ColumnChart } from './column-chart.tsx';
import {
  bucketLabels,
  completionSummary,
  payoutsSummary,
  totalOf,
  weeksSummary,
} from './report-words.ts';

const STATUS_PARTS = REFERRAL_STATUSES.map((name) => ({
  name,
  label: REFERRAL_STATUS_LABELS[name],
  of: (week: ReferralWeek) => week[name],
}));
const weekTitle = ({ week }: ReferralWeek) => `Week of ${formatLongUtcDay(week)}`;

/** Referrals of each week by the status they have now. */
export function WeeksChart({ weeks }: { weeks: readonly ReferralWeek[] }) {
  return (
    <ChartCard
      title="Referrals by Week"
      summary={weeksSummary(weeks)}
      isEmpty={weeks.every((week) => totalOf(week) === 0)}
      table={{
        columns: ['Week', ...STATUS_PARTS.map(({ label }) => label), 'Total'],
        rows: weeks.toReversed().map((week) => ({
          key: week.week,
          cells: [
            weekTitle(week),
            ...STATUS_PARTS.map(({ of }) => formatNumber(of(week))),
            formatNumber(totalOf(week)),
          ],
        })),
      }}
    >
      <ChartLegend parts={STATUS_PARTS} />
      <ColumnChart
        entries={weeks}
        nameOf={({ week }) => formatUtcDay(week)}
        titleOf={weekTitle}
        parts={STATUS_PARTS}
      />
    </ChartCard>
  );
}

type NamedBucket = CompletionBucket & { label: string };
const BUCKET_PARTS = [
  { name: 'completed', label: 'Completed', of: ({ referrals }: NamedBucket) => referrals },
] as const;

/** How long referrals took from being submitted to being completed. */
export function CompletionChart({ report }: { report: Report }) {
  const labels = bucketLabels(report.completion);
  const buckets = report.completion.map((bucket, at) => ({ ...bucket, label: labels[at] ?? '' }));
  return (
    <ChartCard
      title="Days to Completion"
      summary={completionSummary(report)}
      isEmpty={buckets.every(({ referrals }) => referrals === 0)}
      table={{
        columns: ['Days', 'Completed referrals'],
        rows: buckets.map(({ label, referrals }) => ({
          key: label,
          cells: [label, formatNumber(referrals)],
        })),
      }}
    >
      <ColumnChart
        entries={buckets}
        nameOf={({ label }) => label}
        titleOf={({ label }) => `${label} days`}
        parts={BUCKET_PARTS}
      />
    </ChartCard>
  );
}

const unpaidCents = ({ amountCents, paidCents }: PayoutMonth) => amountCents - paidCents;
const PAYOUT_PARTS = [
  { name: 'paid', label: 'Marked as paid', of: ({ paidCents }: PayoutMonth) => paidCents },
  { name: 'unpaid', label: 'Not paid yet', of: unpaidCents },
] as const;

/** Dollars without cents, for an axis. */
const formatAxis = (cents: number) =>
  formatCents(Math.round(cents / CENTS_PER_DOLLAR) * CENTS_PER_DOLLAR);

/** What was earned each month, and how much of it was marked as paid. */
export function PayoutsChart({ months }: { months: readonly PayoutMonth[] }) {
  return (
    <ChartCard
      title="Payouts by Month"
      summary={payoutsSummary(months)}
      isEmpty={months.every(({ lines }) => lines === 0)}
      table={{
        columns: ['Month', 'Earned', 'Marked as paid', 'Not paid yet', 'Users'],
        rows: months.toReversed().map((month) => ({
          key: month.month,
          cells: [
            formatLongMonth(month.month),
            formatCents(month.amountCents),
            formatCents(month.paidCents),
            formatCents(unpaidCents(month)),
            formatNumber(month.users),
          ],
        })),
      }}
    >
      <ChartLegend parts={PAYOUT_PARTS} />
      <ColumnChart
        entries={months}
        nameOf={({ month }) => formatShortMonth(month)}
        titleOf={({ month }) => formatLongMonth(month)}
        parts={PAYOUT_PARTS}
        format={formatAxis}
        unit={CENTS_PER_DOLLAR}
      />
    </ChartCard>
  );
}
