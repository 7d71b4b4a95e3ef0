import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { formatCents, type Payout, type PayoutMark } from '@sunloop/shared-types';
import type { Actor } from '../../http/context.ts';
import { writeAudit } from '../audit/service.ts';
import { findPayoutsById } from './payouts.ts';

const GIVEN = 'select value::uuid from jsonb_array_elements_text(:ids::jsonb)';

// In the order of their ids, so that two admins who mark the same lines take turns and never deadlock.
const LOCK = `select 1 from reward_history where id in (${GIVEN}) order by id for no key update`;

const MARK = `
  update reward_history set paid_at = case when :isPaid then now() end,
    paid_by = case when :isPaid then :actor::uuid end
  where id in (${GIVEN}) and (paid_at is not null) <> :isPaid
  returning id, amount_cents::float8 as cents`;

/**
 * Marks lines of the ledger as paid to their users, or as not paid yet, and answers those there are of the
 * given ids. Lines that are so already keep when and by whom, so it is safe to repeat.
 */
export async function markPayouts(
  em: SqlEntityManager,
  actor: Actor,
  { ids: givenIds, isPaid }: PayoutMark,
): Promise<Payout[]> {
  const ids = JSON.stringify(givenIds);
  return em.transactional(async (tx) => {
    await tx.execute(LOCK, { ids });
    const changed = await tx.execute<{ id: string; cents: number }[]>(MARK, {
      ids,
      isPaid: isPaid === 'true',
      actor: actor.userId,
    });
    if (changed.length > 0) {
      const sum = formatCents(changed.reduce((total, { cents }) => total + cents, 0));
      const lines = changed.map(({ id }) => id).toSorted();
      writeAudit(tx, actor, {
        userId: actor.userId,
        action: isPaid === 'true' ? 'payout.mark_paid' : 'payout.mark_unpaid',
        entity: 'payout',
        details: `${lines.length} lines, ${sum}: ${lines.join(', ')}`,
      });
      await tx.flush();
    }
    return findPayoutsById(tx, givenIds);
  });
}
