import * as v from 'valibot';
import { Id } from '../values/text.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A calendar day of the office, `2026-11-16`. */
const Day = v.pipe(v.string(), v.isoDate());
/** A calendar month of the office, `2026-11`. */
export const Month = v.pipe(
  v.string('Must be a month'),
  v.regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month'),
);

/** The referrals that came in one week, by their current status; `week` is its Monday. */
export const ReferralWeek = v.object({
  week: Day,
  submitted: count,
  contact_made: count,
  in_progress: count,
  completed: count,
});
export type ReferralWeek = v.InferOutput<typeof ReferralWeek>;

/** Completed referrals that took at most `days` after being submitted; null for the rest. */
export const CompletionBucket = v.object({ days: v.nullable(count), referrals: count });
export type CompletionBucket = v.InferOutput<typeof CompletionBucket>;

/** Sums of the ledger; reversals count against the month they were written in. */
export const PayoutMonth = v.object({
  month: Month,
  /** People with a line in that month, and its lines. */
  users: count,
  lines: count,
  amountCents: v.number(),
  /** How much of it was marked as paid. */
  paidCents: v.number(),
  unpaidLines: count,
});
export type PayoutMonth = v.InferOutput<typeof PayoutMonth>;

export const TopReferrer = v.object({
  userId: Id,
  username: v.string(),
  email: v.string(),
  referrals: count,
  completed: count,
  amountCents: v.number(),
});
export type TopReferrer = v.InferOutput<typeof TopReferrer>;

/**
 * What the admin's charts show: 26 weeks, 12 months, ten referrers; weeks and months without any are included
 * with zeros.
 */
export const Report = v.object({
  weeks: v.array(ReferralWeek),
  completion: v.array(CompletionBucket),
  /** Half of the completed referrals took at most this many days; null if none is completed. */
  medianDays: v.nullable(v.number()),
  payoutMonths: v.array(PayoutMonth),
  topReferrers: v.array(TopReferrer),
});
export type Report = v.InferOutput<typeof Report>;
