import * as v from 'valibot';
import { Payout } from './admin-reward.ts';
import { Day } from '../values/day.ts';
import { LABEL_MAX, PAGE_MAX_ROWS } from '../limits.ts';
import { Flag, Id, text } from '../values/text.ts';

/** How money was handed over. */
export const PAYOUT_METHODS = ['bank', 'check', 'card', 'cash', 'other'] as const;
export const PayoutMethod = v.picklist(PAYOUT_METHODS, 'Must be a known method');
export type PayoutMethod = v.InferOutput<typeof PayoutMethod>;

/** Lines of the ledger to mark as paid to their users, or as not paid yet; how and under which reference, if paid. */
export const PayoutMark = v.object({
  ids: v.pipe(
    v.array(Id, 'Must be a list of ids'),
    v.minLength(1, 'Must contain at least one id'),
    v.maxLength(PAGE_MAX_ROWS, `Must contain at most ${PAGE_MAX_ROWS} ids`),
  ),
  isPaid: Flag,
  method: v.optional(PayoutMethod),
  reference: v.optional(text(0, LABEL_MAX)),
});
export type PayoutMark = v.InferOutput<typeof PayoutMark>;

/** Somebody who is owed money, and what for: the unpaid lines, oldest first, with what was taken back. */
export const OwedPerson = v.object({
  userId: Id,
  username: v.string(),
  email: v.string(),
  owedCents: v.number(),
  /** Marked as paid in the year of the answer. */
  paidThisYearCents: v.number(),
  /** The day their tax form came; the form itself and its number are not stored. */
  formReceivedOn: v.nullable(v.string()),
  lines: v.array(v.pick(Payout, ['id', 'amount', 'amountCents', 'description', 'createdAt'])),
});
export type OwedPerson = v.InferOutput<typeof OwedPerson>;

/** Everybody who is owed money, by name. */
export const PayRun = v.object({
  /** Of the office. */
  year: v.number(),
  /** Whoever gets this or more in a year must have sent a tax form; a setting. */
  formOverCents: v.number(),
  people: v.array(OwedPerson),
  /** There are more people than these. */
  isMore: v.boolean(),
});
export type PayRun = v.InferOutput<typeof PayRun>;

/** The day a person's tax form came; null for none. */
export const TaxForm = v.object({ receivedOn: v.nullable(Day) });
export type TaxForm = v.InferOutput<typeof TaxForm>;
