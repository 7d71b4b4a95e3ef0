import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { waysOf } from '../mail-state.ts';
import { placesOf, wantsKind } from '../queue-messages.ts';

interface MovedFriend {
  readonly referralId: string;
  /** Whether the referrer earned a reward by it. */
  readonly isReward: boolean;
}

const INSERT = `
  insert into outgoing_messages (key, kind, user_id, recipient, subscription_id, data, due_at, state)`;
const LATEST_KIND = `
  on conflict (key) do update set kind = excluded.kind
    where outgoing_messages.state = 'waiting' and outgoing_messages.tries = 0`;
const rowsOn = (day: string) => `
  select key || to_char(${day}, 'YYYY-MM-DD') || suffix, kind, user_id, recipient, device, data,
    greatest(due_at, ${day} at time zone 'utc'), 'waiting' from news`;

// What has not been tried yet tells how the friend stands now. What was sent today is followed by one tomorrow.
const TELL = `
  with news as (
    select 'friend:' || g."referralId" || ':' as key, k.kind, u.id as user_id, p.*,
      jsonb_build_object('referralId', g."referralId") as data,
      date_trunc('day', now() at time zone 'utc') as today
    from jsonb_to_recordset(:moved::jsonb) as g ("referralId" uuid, "isReward" boolean)
    join users u on u.id = :userId
    cross join lateral (
      select case when g."isReward" and ${wantsKind(`'reward_earned'`)} then 'reward_earned'
        when ${wantsKind(`'friend_moved'`)} then 'friend_moved' end as kind) k
    cross join lateral (${placesOf('k.kind')}) p
  ), told as (${INSERT} ${rowsOn('today')} ${LATEST_KIND} returning key)
  ${INSERT} ${rowsOn("(today + interval '1 day')")}
  where key || to_char(today, 'YYYY-MM-DD') || suffix not in (select key from told) ${LATEST_KIND}`;

/**
 * Tells a user, in the transaction of the change, what became of their friends: at most one message a friend and day by mail
 * and to each device, and nothing of what the user did.
 */
export async function tellFriendsMoved(
  tx: SqlEntityManager,
  { actorId, userId, moved }: { actorId: string; userId: string; moved: readonly MovedFriend[] },
): Promise<void> {
  const ways = waysOf(tx);
  if (!ways || actorId === userId || moved.length === 0) return;
  await tx.execute(TELL, { ...ways, moved: JSON.stringify(moved), userId });
}

// What was earned in this transaction has its time. What counts referrals handed in was earned by the person's own doing.
const EARNED = `
  select a.id from user_achievements m join achievements a on a.id = m.achievement_id
  where m.user_id = ? and m.is_earned = 'true' and m.earned_at = now()::timestamptz(3)
    and a.type <> 'referrals_submitted' order by a.id`;

/** The achievements that a user earned in this transaction by what somebody else did. */
export async function findJustEarned(tx: SqlEntityManager, userId: string): Promise<string[]> {
  return (await tx.execute<{ id: string }[]>(EARNED, [userId])).map(({ id }) => id);
}
