import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminStats } from '@sunloop/shared-types/ground/admin.ts';
import type { UserStats } from '@sunloop/shared-types/program/reward.ts';
import { CENTS_PER_DOLLAR, formatCents } from '@sunloop/shared-types/values/money.ts';
import { lookUpBy } from '../../db/query/look-up.ts';
import { findFaults } from '../../ground/security/installation-faults.ts';
import { defineSharedSessionRead } from '../../http/session/session-read.ts';
import { defineStatement, listOf } from '../../db/query/statement.ts';
import { findWork } from './work.ts';

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

interface AllSums extends Sums {
  readonly users: number;
  readonly paid: number;
  readonly overpaid: number;
  readonly creditors: number;
  readonly uncalled: number;
}

// Somebody whose paid reward was taken back has less than they were paid, which is not set off against what others are owed.
const ALL_SUMS = `
  select coalesce(sum(submitted), 0)::int as total, coalesce(sum(completed), 0)::int as completed,
    coalesce(sum(submitted - contact_made - in_progress - completed) filter (
      where user_id not in (select id from users where erased_at is not null)), 0)::int as uncalled,
    coalesce(sum(cents), 0)::float8 as cents, coalesce(sum(paid_cents), 0)::float8 as paid,
    coalesce(sum(greatest(paid_cents - cents, 0)), 0)::float8 as overpaid,
    (count(*) filter (where cents > paid_cents))::int as creditors,
    (select count(*)::int from users) as users
  from referral_counts`;

/**
 * Counts over everybody; the ledger's sum in dollars, how much of it was paid to customers, and what the office has to do.
 * The only source of these sums: whatever shows them shows this answer.
 */
export async function findAdminStats(em: SqlEntityManager): Promise<AdminStats> {
  const [sums] = await em.execute<AllSums[]>(ALL_SUMS);
  if (!sums) throw new Error('the sums have no row');
  const { users, total, completed, uncalled, cents, paid, overpaid, creditors } = sums;
  return {
    totalUsers: users,
    totalReferrals: total,
    completedReferrals: completed,
    totalReferralsPaidOut: cents / CENTS_PER_DOLLAR,
    totalPaid: paid / CENTS_PER_DOLLAR,
    totalOwed: (cents - paid + overpaid) / CENTS_PER_DOLLAR,
    totalOverpaid: overpaid / CENTS_PER_DOLLAR,
    work: await findWork(em, { uncalled, creditors }),
    faults: [...(await findFaults(em))],
  };
}
