import { CENTS_PER_DOLLAR, formatCents, type AdminStats } from '@sunloop/shared-types';

/** Shown for a share of nothing (SPEC §2). */
export const NOT_APPLICABLE = 'N/A';
const PERCENT = 100;

/** Completed divided by all referrals, as a rounded percent (SPEC §2). */
export function conversionRate({ completedReferrals, totalReferrals }: AdminStats): string {
  if (totalReferrals === 0) return NOT_APPLICABLE;
  return `${Math.round((completedReferrals / totalReferrals) * PERCENT)}%`;
}

/** Paid out divided by completed referrals, in rounded dollars (SPEC §2). */
export function averagePayout({ totalReferralsPaidOut, completedReferrals }: AdminStats): string {
  if (completedReferrals === 0) return NOT_APPLICABLE;
  return formatDollars(Math.round(totalReferralsPaidOut / completedReferrals));
}

/** The server's dollars as SPEC writes sums. */
export function paidOut({ totalReferralsPaidOut }: AdminStats): string {
  return formatDollars(totalReferralsPaidOut);
}

/** How much of that sum was paid; undefined if an older answer does not say. */
export function paidAndOwed({ totalPaid, totalOwed }: AdminStats): string | undefined {
  if (totalPaid === undefined || totalOwed === undefined) return undefined;
  return `Earned by customers · ${formatDollars(totalPaid)} paid · ${formatDollars(totalOwed)} owed`;
}

const formatDollars = (dollars: number) => formatCents(Math.round(dollars * CENTS_PER_DOLLAR));
