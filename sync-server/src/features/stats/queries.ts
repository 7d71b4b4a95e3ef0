import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { formatCents, type AdminStats, type UserStats } from '@sunloop/shared-types';

const CENTS_PER_DOLLAR = 100;

interface Sums {
  total: number;
  completed: number;
  cents: number;
}

/** A user's counts and what the ledger says they earned. */
export async function findUserStats(em: SqlEntityManager, userId: string): Promise<UserStats> {
  const [sums] = await em.execute<Sums[]>(
    `select count(*)::int as total, (count(*) filter (where status = 'completed'))::int as completed,
       (select coalesce(sum(amount_cents), 0)::float8 from reward_history where user_id = :user) as cents
     from referrals where user_id = :user`,
    { user: userId },
  );
  const { total, completed, cents } = sums ?? { total: 0, completed: 0, cents: 0 };
  return {
    totalReferrals: total,
    successfulReferrals: completed,
    pendingReferrals: total - completed,
    rewardsEarned: formatCents(cents),
  };
}

/** Counts over everybody; the sum of the ledger in dollars. */
export async function findAdminStats(em: SqlEntityManager): Promise<AdminStats> {
  const [sums] = await em.execute<(Sums & { users: number })[]>(
    `select count(*)::int as total, (count(*) filter (where status = 'completed'))::int as completed,
       (select count(*)::int from users) as users,
       (select coalesce(sum(amount_cents), 0)::float8 from reward_history) as cents
     from referrals`,
  );
  const { total, completed, users, cents } = sums ?? { total: 0, completed: 0, users: 0, cents: 0 };
  return {
    totalUsers: users,
    totalReferrals: total,
    completedReferrals: completed,
    totalReferralsPaidOut: cents / CENTS_PER_DOLLAR,
  };
}
