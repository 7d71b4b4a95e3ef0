import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { type OwnMoney, UNPAID_MAX } from '@sunloop/shared-types/program/own-ladder.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import { usualDays } from './usual-days.ts';

interface Sums {
  readonly earnedCents: number;
  readonly paidCents: number;
}

const FIND_SUMS = defineStatement(
  'find-own-money',
  `select coalesce(sum(amount_cents), 0)::float8 as "earnedCents",
     coalesce(sum(amount_cents) filter (where paid_at is not null), 0)::float8 as "paidCents"
   from reward_history where user_id = $1`,
);

interface Unpaid {
  readonly referralId: string | null;
  readonly name: string | null;
  readonly amountCents: number;
  readonly earnedAt: string;
}

// A reward stands while nothing was written about its referral after it: taking it back writes a later line.
const FIND_UNPAID = defineStatement(
  'find-own-unpaid',
  `select lines.referral_id as "referralId", nullif(r.name, '') as name,
     lines.amount_cents::float8 as "amountCents", ${isoTime('lines.date', 'earnedAt')}
   from (
     select referral_id, amount_cents, paid_at, date, lead(id) over (
       partition by coalesce(referral_id, id) order by created_at, id) is null as is_last
     from reward_history where user_id = $1
   ) lines
   left join referrals r on r.id = lines.referral_id
   where paid_at is null and amount_cents > 0 and is_last
   order by lines.date
   limit ${UNPAID_MAX}`,
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
  const run = runnerOf(em);
  const [sums] = await run<Sums>(FIND_SUMS, [userId]);
  if (!sums) throw new Error('sums always have a row');
  const days = usualDays(usuallyPaid);
  if (days === undefined || sums.earnedCents <= sums.paidCents) return { ...sums, dueAt: null };
  const found = await run<Unpaid>(FIND_UNPAID, [userId]);
  const unpaid = found.map(({ earnedAt, ...line }) => ({
    ...line,
    dueAt: new Date(Date.parse(earnedAt) + days * DAY_MS).toISOString(),
  }));
  return { ...sums, dueAt: unpaid[0]?.dueAt ?? null, unpaid };
}
