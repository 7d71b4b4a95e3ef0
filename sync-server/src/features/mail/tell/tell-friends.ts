import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { hasMail } from '../mail-state.ts';
import { getsKind } from '../queue-messages.ts';

interface MovedFriend {
  readonly referralId: string;
  /** Whether the referrer earned a reward by it. */
  readonly isReward: boolean;
}

// What has not been tried yet tells how the friend stands now. What was sent today is followed by one tomorrow.
const TELL = `
  insert into outgoing_messages (key, kind, user_id, recipient, data, due_at, state)
  select 'friend:' || w.referral || ':' || to_char(w.day, 'YYYY-MM-DD'), w.kind, w.id, w.email,
    jsonb_build_object('referralId', w.referral), greatest(now(), w.day at time zone 'utc'), 'waiting'
  from (
    select u.id, u.email, g."referralId" as referral,
      date_trunc('day', now() at time zone 'utc') + make_interval(days => :inDays) as day,
      case when g."isReward" and ${getsKind(`'reward_earned'`)} then 'reward_earned'
        when ${getsKind(`'friend_moved'`)} then 'friend_moved' end as kind
    from jsonb_to_recordset(:moved::jsonb) as g ("referralId" uuid, "isReward" boolean)
    join users u on u.id = :userId
  ) w where w.kind is not null
  on conflict (key) do update set kind = excluded.kind
    where outgoing_messages.state = 'waiting' and outgoing_messages.tries = 0
  returning data->>'referralId' as "referralId"`;

/**
 * Tells a user, in the transaction of the change, what became of their friends: at most one message a friend and day, and
 * nothing of what the user did.
 */
export async function tellFriendsMoved(
  tx: SqlEntityManager,
  { actorId, userId, moved }: { actorId: string; userId: string; moved: readonly MovedFriend[] },
): Promise<void> {
  if (!hasMail(tx) || actorId === userId || moved.length === 0) return;
  const tell = async (friends: readonly MovedFriend[], inDays: number) => {
    const values = { moved: JSON.stringify(friends), userId, inDays };
    const told = await tx.execute<{ referralId: string }[]>(TELL, values);
    return new Set(told.map(({ referralId }) => referralId));
  };
  const told = await tell(moved, 0);
  const later = moved.filter(({ referralId }) => !told.has(referralId));
  if (later.length > 0) await tell(later, 1);
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
