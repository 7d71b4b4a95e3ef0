import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminReferralDetail } from '@sunloop/shared-types';
import type { Actor } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { writeAudit } from '../audit/service.ts';
import { findAdminReferralDetail } from './detail.ts';
import { findDuplicates } from './duplicates.ts';
import { findAdminReferral } from './queries.ts';

const GIVEN = 'select value::uuid from jsonb_array_elements_text(:ids::jsonb)';

const DECIDE = `
  insert into duplicate_decisions (referral_id, decided_by)
  select r.id, :actor::uuid from referrals r where r.id in (${GIVEN}) order by r.id
  on conflict do nothing returning 1`;
const UNMARK = `
  update referral_search set is_duplicate = false where is_duplicate and id in (${GIVEN})`;

/**
 * Decides that a referral and those with its email or phone by other users are different people: none of them is marked as a
 * duplicate any more, and each may be completed. One that comes later is asked about by itself. Safe to repeat; throws 404.
 */
export async function decideDuplicates(
  em: SqlEntityManager,
  actor: Actor,
  id: string,
): Promise<AdminReferralDetail> {
  return em.transactional(async (tx) => {
    const referral = await findAdminReferral(tx, id);
    if (!referral) throw notFound('There is no such referral');
    const others = await findDuplicates(tx, referral);
    const ids = JSON.stringify([id, ...others.map((other) => other.id)]);
    const decided = await tx.execute<object[]>(DECIDE, { ids, actor: actor.userId });
    await tx.execute(UNMARK, { ids });
    if (decided.length > 0) {
      const details = others.length === 1 ? '1 other stays' : `${others.length} others stay`;
      const line = {
        action: 'referral.keep_duplicates',
        entity: 'referral',
        entityId: id,
        details,
      };
      writeAudit(tx, actor, { ...line, userId: actor.userId });
      await tx.flush();
    }
    return findAdminReferralDetail(tx, id);
  });
}
