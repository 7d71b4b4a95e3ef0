import type {
  CompletionBucket,
  PayoutMonth,
  ReferralWeek,
  Report,
  TopReferrer,
} from '@sunloop/shared-types/program/reports.ts';
import {
  REFERRAL_STATUS_LABELS,
  REFERRAL_STATUSES,
  type ReferralStatus,
} from '@sunloop/shared-types/referrals/referral.ts';
import { formatCents } from '@sunloop/shared-types/values/money.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { isolate } from '../../../lib/isolate.ts';

const PERCENT = 100;
const shareOf = (part: number, whole: number) =>
  `${whole === 0 ? 0 : Math.round((part / whole) * PERCENT)}%`;
const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

const spanOf = (count: number, one: string) =>
  count === 1 ? `in the last ${one}` : `in the last ${count} ${one}s`;

export const totalOf = (week: ReferralWeek) =>
  REFERRAL_STATUSES.reduce((sum, status) => sum + week[status], 0);

/** How many of some weeks' referrals reached at least each status. */
export type FunnelStage = { status: ReferralStatus; label: string; count: number; share: string };

export function funnelOf(weeks: readonly ReferralWeek[]): FunnelStage[] {
  const sums = REFERRAL_STATUSES.map((status) =>
    weeks.reduce((sum, week) => sum + week[status], 0),
  );
  const all = sums.reduce((sum, count) => sum + count, 0);
  return REFERRAL_STATUSES.map((status, at) => {
    const count = sums.slice(at).reduce((sum, reached) => sum + reached, 0);
    return { status, label: REFERRAL_STATUS_LABELS[status], count, share: shareOf(count, all) };
  });
}

export function weeksSummary(weeks: readonly ReferralWeek[]): string {
  const all = weeks.reduce((sum, week) => sum + totalOf(week), 0);
  const span = spanOf(weeks.length, 'week');
  if (all === 0) return `No referrals ${span}.`;
  const now = weeks.at(-1);
  const thisWeek = now ? totalOf(now) : 0;
  const completed = weeks.reduce((sum, week) => sum + week.completed, 0);
  const referrals = countOf(all, 'referral');
  return `${referrals} ${span}, ${formatNumber(thisWeek)} of them this week; ${formatNumber(completed)} completed so far.`;
}

export function funnelSummary(stages: readonly FunnelStage[]): string {
  const [all, contacted] = stages;
  const done = stages.at(-1);
  if (!all || !contacted || !done || all.count === 0) return 'No referrals to follow yet.';
  return `Of ${countOf(all.count, 'referral')}, ${contacted.share} were at least contacted and ${done.share} were completed.`;
}

/** Labels of the buckets: '0–7', '8–14', 'over 90'. */
export function bucketLabels(buckets: readonly CompletionBucket[]): string[] {
  return buckets.map(({ days }, at) => {
    const before = buckets[at - 1]?.days;
    if (days === null) return `over ${before ?? 0}`;
    const from = before === undefined || before === null ? 0 : before + 1;
    return from === days ? String(days) : `${from}–${days}`;
  });
}

export function completionSummary({ completion, medianDays }: Report): string {
  const all = completion.reduce((sum, { referrals }) => sum + referrals, 0);
  if (medianDays === null || all === 0) return 'No referral has been completed yet.';
  const days = Math.round(medianDays);
  const took = days === 0 ? 'less than a day' : countOf(days, 'day');
  if (all === 1) return `The only completed referral took ${took}.`;
  return `Half of the ${countOf(all, 'completed referral')} took ${took}${days > 0 ? ' or less' : ''}.`;
}

export function payoutsSummary(months: readonly PayoutMonth[]): string {
  const earned = months.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const span = spanOf(months.length, 'month');
  if (months.every(({ lines }) => lines === 0)) return `No rewards ${span}.`;
  return `${formatCents(earned)} of rewards ${span}.`;
}

export function referrersSummary(top: readonly TopReferrer[]): string {
  const [first] = top;
  if (!first) return 'Nobody has referred anybody yet.';
  const completed = countOf(first.completed, 'completed referral');
  return `${isolate(first.username)} leads with ${completed} of ${formatNumber(first.referrals)}.`;
}
