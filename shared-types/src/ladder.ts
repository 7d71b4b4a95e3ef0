import * as v from 'valibot';
import { PREVIEW_MAX_ROWS } from './limits.ts';
import { Id, Timestamp } from './text.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Ordinal = v.pipe(v.number(), v.integer(), v.minValue(1));

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

const pays = {
  /** The whole ladder from the first successful referral on, without gaps. */
  spans: v.array(LadderSpan),
  /** The most money one completion pays, as `$1,000`; null if none pays money. */
  highest: v.nullable(v.string()),
};

/** Whom to call or write to, according to the settings; empty if nobody. */
export const HelpContact = v.object({
  phone: v.string(),
  email: v.string(),
  /** The phone as it is dialed; absent without one, and from an older server. */
  dial: v.optional(v.string()),
});
export type HelpContact = v.InferOutput<typeof HelpContact>;

/** What the program pays and who answers questions; anybody may know it before they sign up. */
export const Programme = v.object({ ...pays, help: v.optional(HelpContact) });
export type Programme = v.InferOutput<typeof Programme>;

/** One successful referral of the person, or one yet to come. */
export const LadderStop = v.object({
  ordinal: Ordinal,
  /** What it paid if a referral holds it, otherwise what it would pay now. */
  reward: v.string(),
  referralId: v.nullable(Id),
  earnedAt: v.nullable(Timestamp),
  /** When the reward was marked as paid to the person. */
  paidAt: v.nullable(Timestamp),
});
export type LadderStop = v.InferOutput<typeof LadderStop>;

/** The rung a completion takes, and what it pays. */
export const LadderRung = v.object({ ordinal: Ordinal, reward: v.string() });
export type LadderRung = v.InferOutput<typeof LadderRung>;

/** How long each step after a referral usually takes, in the operator's words; empty if not given. */
export const UsualDays = v.object({
  contact_made: v.string(),
  in_progress: v.string(),
  completed: v.string(),
  paid: v.string(),
});
export type UsualDays = v.InferOutput<typeof UsualDays>;

/** The program, and where one person stands in it. */
export const Ladder = v.object({
  ...pays,
  /** What the person's next completion pays, whichever referral it is. */
  next: LadderRung,
  /** The first ten, in order. */
  stops: v.array(LadderStop),
  /** The operator's answer to 'When do I get my reward?'. */
  whenPaid: v.string(),
  usual: v.optional(UsualDays),
});
export type Ladder = v.InferOutput<typeof Ladder>;

/** Referrals in the order in which they would be completed. */
export const CompletionQuestion = v.object({
  ids: v.pipe(
    v.array(Id),
    v.minLength(1, 'There must be at least one'),
    v.maxLength(PREVIEW_MAX_ROWS, `There may be at most ${PREVIEW_MAX_ROWS}`),
  ),
});
export type CompletionQuestion = v.InferOutput<typeof CompletionQuestion>;

/** What completing referrals would pay to one person. */
export const CompletionPay = v.object({
  userId: Id,
  username: v.string(),
  /** All of it in words: `$600 and 50% Tesla Powerwall discount`. */
  pays: v.string(),
  rungs: v.array(LadderRung),
});
export type CompletionPay = v.InferOutput<typeof CompletionPay>;

export const CompletionPreview = v.object({
  /** Referrals of the question that are not completed yet. */
  referrals: count,
  /** What all of them would pay together, in words. */
  pays: v.string(),
  people: v.array(CompletionPay),
});
export type CompletionPreview = v.InferOutput<typeof CompletionPreview>;
