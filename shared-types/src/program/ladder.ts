import * as v from 'valibot';

/** The number of a successful referral; the first is 1. */
export const Ordinal = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Successful referrals `from` to `to` (null: and all after) and what each of them pays now. */
export const LadderSpan = v.object({
  from: Ordinal,
  to: v.nullable(Ordinal),
  /** Money as `$1,000`, anything else as an admin wrote it. */
  reward: v.string(),
  /** What it is worth in sums; 0 if it is not money. */
  cents: v.number(),
  /** The tier's name; null if only the default pays. */
  tierName: v.nullable(v.string()),
  description: v.nullable(v.string()),
});
export type LadderSpan = v.InferOutput<typeof LadderSpan>;

/** Whom to call or write to, according to the settings; empty if nobody. */
export const HelpContact = v.object({
  phone: v.string(),
  email: v.string(),
  /** The phone as it is dialed; absent without one, and from an older server. */
  dial: v.optional(v.string()),
});
export type HelpContact = v.InferOutput<typeof HelpContact>;

/** What the program pays and who answers questions; anybody may know it before they sign up. */
export const Programme = v.object({
  /** The whole ladder from the first successful referral on, without gaps. */
  spans: v.array(LadderSpan),
  /** The most money one completion pays, as `$1,000`; null if none pays money. */
  highest: v.nullable(v.string()),
  help: v.optional(HelpContact),
  /** Whether a forgotten password can be replaced by a message; absent if somebody has to be asked. */
  hasMail: v.optional(v.boolean()),
  /** What the identity provider is called; absent if there is none to sign in with. */
  sso: v.optional(v.string()),
});
export type Programme = v.InferOutput<typeof Programme>;
