import type { SqlEntityManager } from '@mikro-orm/postgresql';

// Progress follows the counts, up to what is required; what was earned once stays earned. The rows are
// counted once, and not for every achievement anew.
const EVALUATE = `
  with counts as materialized (
    select 'referrals_submitted' as type, count(*) as value from referrals where user_id = :user
    union all
    select 'referrals_completed', count(*) from referrals
      where user_id = :user and status = 'completed'
    union all
    select 'rewards_earned', floor(coalesce(sum(amount_cents), 0) / 100)::bigint
      from reward_history where user_id = :user
  ), reached as (
    select a.id, greatest(0, least(c.value, a.required_count))::int as progress,
      c.value >= a.required_count as is_earned
    from achievements a join counts c using (type)
    where a.is_active = 'true'
  )
  insert into user_achievements as mine (id, user_id, achievement_id, progress, is_earned, earned_at)
  select gen_random_uuid(), :user, id, progress, is_earned::text, case when is_earned then now() end
  from reached
  on conflict (user_id, achievement_id) do update set
    progress = excluded.progress,
    is_earned = case when mine.is_earned = 'true' then 'true' else excluded.is_earned end,
    earned_at = coalesce(mine.earned_at, excluded.earned_at)
  where (mine.progress, mine.is_earned) is distinct from (excluded.progress, excluded.is_earned)`;

/**
 * Brings the user's achievements up to date with their referrals and ledger. Call it in the transaction of
 * what changed those, with the user's row locked. Source: DESIGN.md, Rewards.
 */
export async function evaluateAchievements(tx: SqlEntityManager, userId: string): Promise<void> {
  await tx.execute(EVALUATE, { user: userId });
}
