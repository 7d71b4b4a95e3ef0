import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  CENTS_PER_DOLLAR,
  formatCents,
  type AdminStats,
  type UserStats,
} from '@sunloop/shared-types';
import { lookUpBy } from '../../db/query/look-up.ts';
import { defineSharedSessionRead } from '../../http/session/session-read.ts';
import { defineStatement, listOf } from '../../db/query/statement.ts';

interface Sums {
  total: number;
  completed: number;
  cents: number;
}

const SUMS = 'submitted as total, completed, cents::float8';

const findUserSums = lookUpBy<Sums & { key: string }>(
  defineStatement(
    'find-user-sums',
    `select user_id as key, ${SUMS} from referral_counts
     where user_id = any(${listOf('$1', 'uuid')})`,
  ),
);

/** The read of `findUserStats` to make together with the user's session. */
export const SUMS_WITH_SESSION = defineSharedSessionRead('find-sessions-with-sums', {
  columns: ['total', 'completed', 'cents'].map((sum) => `coalesce(r.${sum}, 0) as ${sum}`).join(),
  from: `select ${SUMS} from referral_counts where user_id = s.user_id limit 1`,
});

/**
 * A user's counts, and what they earned according to the ledger. `read` is the row of `SUMS_WITH_SESSION`, if that read
 * was made.
 */
export async function findUserStats(
  em: SqlEntityManager,
  userId: string,
  read?: object,
): Promise<UserStats> {
  const sums = (read as Sums | undefined) ?? (await findUserSums(em, userId));
  const { total, completed, cents } = sums ?? { total: 0, completed: 0, cents: 0 };
  return {
    totalReferrals: total,
    successfulReferrals: completed,
    pendingReferrals: total - completed,
    rewardsEarned: formatCents(cents),
  };
}

/** Counts over everybody; the ledger's sum in dollars, and how much of it was paid to customers. */
export async function findAdminStats(em: SqlEntityManager): Promise<AdminStats> {
  const [sums] = await em.execute<(Sums & { users: number; paid: number })[]>(
    `select coalesce(sum(submitted), 0)::int as total, coalesce(sum(completed), 0)::int as completed,
       (select count(*)::int from users) as users,
       (select coalesce(sum(paid_cents), 0)::float8 from payout_months) as paid,
       coalesce(sum(cents), 0)::float8 as cents
     from referral_counts`,
  );
  const none = { total: 0, completed: 0, users: 0, cents: 0, paid: 0 };
  const { total, completed, users, cents, paid } = sums ?? none;
  return {
    totalUsers: users,
    totalReferrals: total,
    completedReferrals: completed,
    totalReferralsPaidOut: cents / CENTS_PER_DOLLAR,
    totalPaid: paid / CENTS_PER_DOLLAR,
    totalOwed: (cents - paid) / CENTS_PER_DOLLAR,
  };
}
