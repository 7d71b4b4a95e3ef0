import * as v from 'valibot';
import { Ordinal, Programme } from './ladder.ts';
import { Id, Timestamp } from '../values/text.ts';

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

/** As many unpaid rewards as are named. */
export const UNPAID_MAX = 20;

/** A reward that was earned and not paid. */
export const UnpaidReward = v.object({
  referralId: v.nullable(Id),
  /** The friend's; null of somebody forgotten. */
  name: v.nullable(v.string()),
  amountCents: v.number(),
  /** By when it is usually paid. */
  dueAt: Timestamp,
});
export type UnpaidReward = v.InferOutput<typeof UnpaidReward>;

/** Where one person's money is, by the ledger; what is earned and not paid is on its way. */
export const OwnMoney = v.object({
  earnedCents: v.number(),
  paidCents: v.number(),
  /** By when the oldest unpaid reward is usually paid; null if none is unpaid or no time is usual. */
  dueAt: v.nullable(Timestamp),
  /** The unpaid rewards, the oldest first; absent from an older server, and where no time is usual. */
  unpaid: v.optional(v.array(UnpaidReward)),
});
export type OwnMoney = v.InferOutput<typeof OwnMoney>;

const { spans, highest } = Programme.entries;

/** The program, and where one person stands in it. */
export const Ladder = v.object({
  spans,
  highest,
  /** What the person's next completion pays, whichever referral it is. */
  next: LadderRung,
  /** The rungs no completed referral holds, up to the first above all that are held; absent from an older server. */
  free: v.optional(v.array(Ordinal)),
  /** The first ten, in order. */
  stops: v.array(LadderStop),
  /** Absent from an older server. */
  money: v.optional(OwnMoney),
  /** The operator's answer to 'When do I get my reward?'. */
  whenPaid: v.string(),
  usual: v.optional(UsualDays),
});
export type Ladder = v.InferOutput<typeof Ladder>;
