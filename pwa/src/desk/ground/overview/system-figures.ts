import type { AdminStats } from '@sunloop/shared-types/ground/admin.ts';
import { CENTS_PER_DOLLAR, formatCents } from '@sunloop/shared-types/values/money.ts';

/** Shown for a share of nothing (SPEC §2). */
export const NOT_APPLICABLE = 'N/A';
const PERCENT = 100;

/** Completed divided by all referrals, as a rounded percent (SPEC §2). */
export function conversionRate({ completedReferrals, totalReferrals }: AdminStats): string {
  if (totalReferrals === 0) return NOT_APPLICABLE;
  return `${Math.round((completedReferrals / totalReferrals) * PERCENT)}%`;
}

/** What was earned divided by completed referrals, in rounded dollars (SPEC §2; DESIGN, Rewards). */
export function averagePayout({ totalReferralsPaidOut, completedReferrals }: AdminStats): string {
  if (completedReferrals === 0) return NOT_APPLICABLE;
  return formatDollars(Math.round(totalReferralsPaidOut / completedReferrals));
}

/** What was marked as paid to customers; undefined if an older answer does not say. */
export function paidOut({ totalPaid }: AdminStats): string | undefined {
  return totalPaid === undefined ? undefined : formatDollars(totalPaid);
}

/** What that sum is a part of: 'of $4,000 earned, $2,100 owed'; undefined if an older answer does not say. */
export function earnedAndOwed(stats: AdminStats): string | undefined {
  const { totalReferralsPaidOut: earned, totalPaid, totalOwed, totalOverpaid = 0 } = stats;
  if (totalPaid === undefined || totalOwed === undefined) return undefined;
  const text = `of ${formatDollars(earned)} earned, ${formatDollars(totalOwed)} owed`;
  return totalOverpaid === 0 ? text : `${text}, ${formatDollars(totalOverpaid)} overpaid`;
}

const formatDollars = (dollars: number) => formatCents(Math.round(dollars * CENTS_PER_DOLLAR));
