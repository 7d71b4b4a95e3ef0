import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { UserDetail, UserSession } from '@sunloop/shared-types';
import { isoTime } from '../../db/iso-time.ts';
import { notFound } from '../../http/errors.ts';
import { findHistory } from '../rewards/queries.ts';
import { findRecentAttempts } from '../security/queries.ts';
import { findUserStats } from '../stats/queries.ts';
import { UserEntity } from '../users/entities.ts';
import { presentUser } from '../users/present.ts';

const RECENT_SIGN_INS = 20;
const MAX_SESSIONS = 100;

/** What an admin sees of one user; the avatar, which is megabytes, is left out as in the list. Throws 404. */
export async function findUserDetail(em: SqlEntityManager, id: string): Promise<UserDetail> {
  const user = await em.findOne(UserEntity, id);
  if (!user) throw notFound('There is no such user');
  return {
    user: { ...presentUser(user), avatar: null },
    stats: await findUserStats(em, id),
    sessions: user.isActive === 'true' ? await findSessions(em, id) : [],
    signIns: await findRecentAttempts(em, { email: user.email, limit: RECENT_SIGN_INS }),
    rewards: await findHistory(em, id),
  };
}

// Those that still open something, the last used first; its use is written once an hour.
function findSessions(em: SqlEntityManager, userId: string): Promise<UserSession[]> {
  return em.execute<UserSession[]>(
    `select ${isoTime('s.created_at', 'startedAt')}, ${isoTime('s.last_used_at', 'lastUsedAt')},
       ${isoTime('s.expires_at', 'expiresAt')}
     from sessions s where s.user_id = ? and s.expires_at > now()
     order by s.last_used_at desc, s.created_at desc, s.id limit ?`,
    [userId, MAX_SESSIONS],
  );
}
