import * as v from 'valibot';
import { ReferralEvent } from '../ground/audit.ts';
import { ReferralCall } from './calls.ts';
import { AdminReferral } from './referral.ts';
import { Id, Timestamp } from '../values/text.ts';

/** The setting that names the rule by which the desk proposes who is paid for a person whom several users referred. */
export const FIRST_COME_SETTING = 'referrals.first_come';
/** How many days later the referral that was taken first may arrive. */
export const FIRST_TAKEN_DAYS_SETTING = 'referrals.first_taken_days';
export const FIRST_TAKEN_DAYS = 7;

export const FIRST_COME_RULES = [
  'first_received',
  'first_taken_within_days',
  'split',
  'ask',
] as const;
export type FirstComeRule = (typeof FIRST_COME_RULES)[number];

/** One referral of a case with its history. */
const CaseMember = v.object({
  referral: AdminReferral,
  /** Whether an admin has decided about it. */
  isDecided: v.boolean(),
  events: v.array(ReferralEvent),
  calls: v.array(ReferralCall),
  /** When the server received it before a restore lost it, by its receipt; absent otherwise. ISO 8601, UTC. */
  firstReceivedAt: v.optional(Timestamp),
});
export type CaseMember = v.InferOutput<typeof CaseMember>;

/** Referrals by different users with one email or phone: perhaps one person, about whom an admin decides. */
export const ReferralCase = v.object({
  /** The first received one first. */
  members: v.array(CaseMember),
  /** One that is paid has no person any more, who was forgotten or erased: what was decided stands. */
  isPaidElsewhere: v.boolean(),
  /** Whom the rule of the setting would pay, and by which rule; null if it asks, or nothing is to be decided. */
  proposal: v.nullable(v.object({ paid: v.array(Id), rule: v.string() })),
});
export type ReferralCase = v.InferOutput<typeof ReferralCase>;

/** More would say nothing new: a number such as 000 000 000 is nobody's. */
export const CASE_MAX = 100;

const Ids = v.pipe(v.array(Id), v.maxLength(CASE_MAX));

/**
 * `different` people: each of the referrals in `of` is paid in full. The `same` person: only those in `paid` are, several of
 * them in parts. Without `of`, those about which nobody has decided yet.
 */
export const DuplicateDecision = v.object({
  people: v.optional(v.picklist(['different', 'same']), 'different'),
  of: v.optional(Ids),
  paid: v.optional(Ids),
});
export type DuplicateDecision = v.InferOutput<typeof DuplicateDecision>;
