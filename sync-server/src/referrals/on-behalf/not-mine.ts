import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { lockUser } from '../../ground/users/lock-user.ts';

/**
 * Notes that the actor says of a referral taken for them that it is not theirs; an admin decides. Throws 404 for any other
 * referral. Safe to repeat, also after the decision.
 */
export async function sayNotMine(em: SqlEntityManager, actor: Actor, id: string): Promise<void> {
  await em.transactional(async (tx) => {
    // Takes turns with a completion, which then sees it.
    await lockUser(tx, actor.userId);
    const mine = { id, userId: actor.userId };
    const sql =
      'select not_mine_at as at from taken_referrals where referral_id = :id and user_id = :userId';
    const [onBehalf] = await tx.execute<{ at: string | null }[]>(sql, mine);
    if (!onBehalf) throw notFound('Nobody took such a referral for you');
    if (onBehalf.at !== null) return;
    await tx.execute('update taken_referrals set not_mine_at = now() where referral_id = ?', [id]);
    const line = { action: 'referral.not_mine', entity: 'referral', entityId: id };
    writeAudit(tx, actor, { ...line, userId: actor.userId });
  });
}
