import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { UserSession } from '@sunloop/shared-types/accounts/session.ts';
import type { UserDetail } from '@sunloop/shared-types/ground/admin.ts';
import { notFound } from '../../http/errors.ts';
import { findFactors } from '../second-factor/find-factors.ts';
import { findHistory } from '../../program/rewards/queries.ts';
import { findRecentAttempts } from '../../ground/security/queries.ts';
import { findSessions } from '../session/sessions.ts';
import { findUserStats } from '../../program/stats/queries.ts';
import { UserEntity } from '../../ground/users/entities.ts';
import { presentUser } from '../../ground/users/present.ts';

const RECENT_SIGN_INS = 20;

/**
 * What an admin sees of one user; the avatar, which takes megabytes, is left out as in the list. `current` is the key
 * of the admin's own session. Throws 404.
 */
export async function findUserDetail(
  em: SqlEntityManager,
  { id, current }: { id: string; current: string },
): Promise<UserDetail> {
  const user = await em.findOne(UserEntity, id);
  if (!user) throw notFound('There is no such user');
  return {
    user: { ...presentUser(user), avatar: null },
    stats: await findUserStats(em, id),
    sessions: await findSessions(em, { userId: id, current }),
    signIns: await findRecentAttempts(em, { email: user.email, limit: RECENT_SIGN_INS }),
    rewards: await findHistory(em, id),
    secondFactor: await findSecondFactor(em, id),
  };
}

async function findSecondFactor(em: SqlEntityManager, id: string) {
  const { passkeys, hasCodes } = await findFactors(em, id);
  return { passkeys, hasCodes };
}

/** Where a user is signed in; throws 404. */
export async function findSessionsOf(
  em: SqlEntityManager,
  { id, current }: { id: string; current: string },
): Promise<UserSession[]> {
  if (!(await em.findOne(UserEntity, id))) throw notFound('There is no such user');
  return findSessions(em, { userId: id, current });
}
