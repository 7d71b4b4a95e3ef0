import * as v from 'valibot';
import { ReferralEvent } from '../ground/audit.ts';
import { Lead, ReferralCall } from './calls.ts';
import { ReferralCase } from './cases.ts';
import { DoNotContact } from './do-not-contact.ts';
import { LadderRung } from '../program/own-ladder.ts';
import { AdminReferral } from './referral.ts';
import { Id, Timestamp } from '../values/text.ts';

/** Who took a referral for its referrer, who may say that it is not theirs. */
const OnBehalfInfo = v.object({
  by: Id,
  /** A display name, or `FORMER_COLLEAGUE`. */
  byName: v.string(),
  takenAt: Timestamp,
  notMineAt: v.nullable(Timestamp),
  /** When an admin decided that it stays. */
  keptAt: v.nullable(Timestamp),
});
export type OnBehalfInfo = v.InferOutput<typeof OnBehalfInfo>;

/** A referral with its history, oldest first, and referrals by others with the same email or phone. */
export const AdminReferralDetail = v.object({
  referral: AdminReferral,
  /** What an open one pays its referrer when installed, if theirs are completed as they stand. */
  rung: v.optional(v.nullable(LadderRung), null),
  events: v.array(ReferralEvent),
  duplicates: v.array(AdminReferral),
  /** Oldest first. They and the lead are absent in answers of older versions. */
  calls: v.optional(v.array(ReferralCall)),
  lead: v.optional(Lead),
  /** It is not completed before an admin has decided about those. Absent in answers of older versions. */
  isUndecided: v.optional(v.boolean()),
  /** It with those of `duplicates`; null if nobody else referred the person. Absent in answers of older versions. */
  case: v.optional(v.nullable(ReferralCase)),
  /** The person is not to be contacted. Absent in answers of older versions. */
  doNotContact: v.optional(v.nullable(DoNotContact)),
  /** Who took it for its referrer; null if they did themselves. Absent in answers of older versions. */
  taken: v.optional(v.nullable(OnBehalfInfo)),
});
export type AdminReferralDetail = v.InferOutput<typeof AdminReferralDetail>;
