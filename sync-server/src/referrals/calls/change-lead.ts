import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Lead } from '@sunloop/shared-types/referrals/calls.ts';
import type { Actor } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { findLead } from './queries.ts';

// The referral's row is locked, so that two changes of one lead take turns.
const LOCK = 'select 1 from referrals where id = :id for no key update';
const STORE = `
  insert into leads (referral_id, owner_id) values (:id, :owner)
  on conflict (referral_id) do update set owner_id = excluded.owner_id`;

/** Takes a referral over, or gives it back to nobody. Safe to repeat; throws 404. */
export async function changeLead(
  em: SqlEntityManager,
  actor: Actor,
  { id, owner }: { id: string; owner: 'me' | null },
): Promise<Lead> {
  return em.transactional(async (tx) => {
    if ((await tx.execute<object[]>(LOCK, { id })).length === 0) {
      throw notFound('There is no such referral');
    }
    const ownerId = owner === 'me' ? actor.userId : null;
    const before = await findLead(tx, id);
    if (before.ownerId === ownerId) return before;
    await tx.execute(STORE, { id, owner: ownerId });
    const action = ownerId === null ? 'referral.give_back' : 'referral.take';
    writeAudit(tx, actor, { userId: actor.userId, action, entity: 'referral', entityId: id });
    await tx.flush();
    return findLead(tx, id);
  });
}
