import { defineStatement, listOf, type Run } from '../../db/query/statement.ts';

// Progress follows the counts, up to the required number; an earned achievement stays earned. Each is looked
// up in the index and only changes are written: even an insert that conflicts would lock the row.
const evaluationOf = (users: string) => `
  with reached as (
    select g.user_id, a.id, greatest(0, least(c.value, a.required_count))::int as progress,
      c.value >= a.required_count as is_earned
    from unnest(${users}) g (user_id)
    left join lateral (
      select * from referral_counts where user_id = g.user_id limit 1
    ) counts on true
    cross join lateral (values
      ('referrals_submitted', coalesce(counts.submitted, 0)::bigint),
      ('referrals_completed', coalesce(counts.completed, 0)::bigint),
      ('rewards_earned', floor(coalesce(counts.cents, 0)::numeric / 100)::bigint)
    ) c (type, value)
    join achievements a on a.type = c.type and a.is_active = 'true'
  )
  insert into user_achievements as mine (id, user_id, achievement_id, progress, is_earned, earned_at)
  select gen_random_uuid(), r.user_id, r.id, r.progress, r.is_earned::text,
    case when r.is_earned then now() end
  from reached r
  left join lateral (
    select progress, is_earned from user_achievements
    where user_id = r.user_id and achievement_id = r.id limit 1
  ) m on true
  where (m.progress, m.is_earned) is distinct from
    (r.progress, case when m.is_earned = 'true' then 'true' else r.is_earned::text end)
  on conflict (user_id, achievement_id) do update set
    progress = excluded.progress,
    is_earned = case when mine.is_earned = 'true' then 'true' else excluded.is_earned end,
    earned_at = coalesce(mine.earned_at, excluded.earned_at)`;
const EVALUATE = defineStatement('evaluate-achievements', evaluationOf(listOf('$1', 'uuid')));

/** The same for the users that an earlier statement of the transaction put in the setting `sunloop.changed`. */
export const EVALUATE_CHANGED = defineStatement(
  'evaluate-achievements-of-changed',
  evaluationOf(`string_to_array(current_setting('sunloop.changed', true), ',')::uuid[]`),
);

/**
 * Brings the users' achievements up to date with their referrals and ledger. Call it in the transaction that changed
 * those, with the users' rows locked. Source: DESIGN.md, Rewards.
 */
export async function evaluateAchievements(run: Run, userIds: readonly string[]): Promise<void> {
  await run(EVALUATE, [userIds]);
}
