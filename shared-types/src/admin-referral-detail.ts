import * as v from 'valibot';
import { ReferralEvent } from './admin-audit.ts';
import { Lead, ReferralCall } from './admin-call.ts';
import { ReferralCase } from './admin-case.ts';
import { DoNotContact } from './admin-do-not-contact.ts';
import { LadderRung } from './own-ladder.ts';
import { AdminReferral } from './referral.ts';

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
});
export type AdminReferralDetail = v.InferOutput<typeof AdminReferralDetail>;
