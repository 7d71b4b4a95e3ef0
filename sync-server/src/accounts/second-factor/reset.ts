import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { conflict, forbidden, notFound } from '../../http/errors.ts';
import type { Source } from '../../ground/audit/service.ts';
import { forgetFactors } from './find-factors.ts';
import { lockUser } from '../../ground/users/lock-user.ts';
import { UserEntity } from '../../ground/users/entities.ts';
import { settleChange } from './settle-change.ts';

interface Reset {
  readonly userId: string;
  /** The admin who does it; null for the operator at the server. */
  readonly actorId: string | null;
}

/**
 * Takes all second factors away from a user who lost them, which ends their sessions and is told to them; the password stays.
 * Throws 404, 409 `user_erased`, and 403 for an admin's own, which their profile removes. Safe to repeat.
 */
export async function resetSecondFactor(
  em: SqlEntityManager,
  source: Source,
  { userId, actorId }: Reset,
): Promise<void> {
  if (userId === actorId) throw forbidden('Please remove your own second factor in your profile');
  await em.transactional(async (tx) => {
    await lockUser(tx, userId);
    const user = await tx.findOne(UserEntity, userId);
    if (!user) throw notFound('There is no such user');
    if (user.erasedAt) throw conflict('user_erased', 'This person was erased');
    await forgetFactors(tx, userId);
    await settleChange(tx, source, { userId, actorId, action: 'user.reset_second_factor' });
  });
}
