import * as v from 'valibot';
import { CallAct } from './calls.ts';
import { PUSH_MAX_ROWS } from '../limits.ts';
import { AdminReferral, ReferralStatus } from './referral.ts';
import { Id } from '../values/text.ts';

/**
 * What an admin does with one referral; `expected` is the status they saw. A device gives each change of
 * status its own `key`: if a change that was done is sent again, it is neither done a second time nor refused
 * because of what came after it. A deletion needs none, because nothing comes after it. A call has happened
 * whatever the status is, so it expects none.
 */
export const ReferralAct = v.variant('act', [
  v.object({
    act: v.literal('status'),
    id: Id,
    status: ReferralStatus,
    expected: v.string(),
    key: v.optional(Id),
  }),
  v.object({ act: v.literal('delete'), id: Id, expected: v.string() }),
  CallAct,
]);
export type ReferralAct = v.InferOutput<typeof ReferralAct>;
/** An act that is done only where the status is the one its person saw. */
export type ReferralChange = Exclude<ReferralAct, { act: 'call' }>;

export const ReferralActs = v.object({
  acts: v.pipe(
    v.array(ReferralAct, 'Must be a list of acts'),
    v.minLength(1, 'Must contain at least one act'),
    v.maxLength(PUSH_MAX_ROWS, `Must contain at most ${PUSH_MAX_ROWS} acts`),
  ),
  /** Changes nothing and says which of them the server has done, for a device that saw them done. */
  isCheck: v.optional(v.boolean(), false),
});
export type ReferralActs = v.InferOutput<typeof ReferralActs>;

/**
 * The server's verdict on one act, in the acts' order. `done`: it is so now, whoever did it, or this very act
 * did it before, and `referral` is what is stored now; `conflict`: another status is stored, in `referral`, or `why` says why not;
 * `gone`: the referral was deleted, which for a deletion is `done`. Of a check, `done` and `conflict` say whether the server
 * has done it, and `gone` that it knows neither the referral nor its deletion.
 */
export const ReferralActResult = v.object({
  id: Id,
  outcome: v.picklist(['done', 'conflict', 'gone']),
  referral: v.nullable(AdminReferral),
  /** Of a `conflict` for another reason than the stored status: that reason, in words. */
  why: v.optional(v.string()),
});
export type ReferralActResult = v.InferOutput<typeof ReferralActResult>;
export const ReferralActAnswer = v.object({ results: v.array(ReferralActResult) });
export type ReferralActAnswer = v.InferOutput<typeof ReferralActAnswer>;
