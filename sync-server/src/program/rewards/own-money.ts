import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import type { OwnMoney } from '@sunloop/shared-types/program/own-ladder.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import { usualDays } from './usual-days.ts';

interface Sums {
  readonly earnedCents: number;
  readonly paidCents: number;
  readonly oldest: string | null;
}

// A reward stands while nothing was written about its referral after it: taking it back writes a later line.
const FIND_SUMS = defineStatement(
  'find-own-money',
  `select "earnedCents", "paidCents", ${isoTime('oldest_at', 'oldest')} from (
     select coalesce(sum(amount_cents), 0)::float8 as "earnedCents",
       coalesce(sum(amount_cents) filter (where paid_at is not null), 0)::float8 as "paidCents",
       min(date) filter (where paid_at is null and amount_cents > 0 and is_last) as oldest_at
     from (
       select amount_cents, paid_at, date, lead(id) over (
         partition by coalesce(referral_id, id) order by created_at, id) is null as is_last
       from reward_history where user_id = $1
     ) lines
   ) sums`,
);

/**
 * What a user earned, what of it was paid, and by when the rest is due. `usuallyPaid` is the operator's text for how long
 * a payment takes (the setting `journey.paid`).
 */
export async function findOwnMoney(
  em: SqlEntityManager,
  userId: string,
  usuallyPaid: string,
): Promise<OwnMoney> {
  const [sums] = await runnerOf(em)<Sums>(FIND_SUMS, [userId]);
  if (!sums) throw new Error('sums always have a row');
  const { earnedCents, paidCents, oldest } = sums;
  const days = usualDays(usuallyPaid);
  const isDue = oldest !== null && days !== undefined && earnedCents > paidCents;
  const dueAt = isDue ? new Date(Date.parse(oldest) + days * DAY_MS).toISOString() : null;
  return { earnedCents, paidCents, dueAt };
}
