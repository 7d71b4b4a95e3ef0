import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminReferralDetail } from '@sunloop/shared-types/referrals/admin-referral-detail.ts';
import type { Actor } from '../http/context.ts';
import { writeAudit } from '../ground/audit/service.ts';
import { findAdminReferralDetail } from './detail.ts';

const KEEP = `
  update taken_referrals set kept_at = now()
  where referral_id = ? and not_mine_at is not null and kept_at is null returning 1`;

/**
 * Decides that a referral of which its referrer says that it is not theirs stays theirs, so that it may be completed.
 * Changes nothing where there is nothing to decide; throws 404.
 */
export async function keepOnBehalf(
  em: SqlEntityManager,
  actor: Actor,
  id: string,
): Promise<AdminReferralDetail> {
  return em.transactional(async (tx) => {
    const kept = await tx.execute<object[]>(KEEP, [id]);
    if (kept.length > 0) {
      const line = { action: 'referral.keep_taken', entity: 'referral', entityId: id };
      writeAudit(tx, actor, { ...line, userId: actor.userId });
      await tx.flush();
    }
    return findAdminReferralDetail(tx, id);
  });
}
