import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Payout } from '@sunloop/shared-types/program/admin-reward.ts';
import type { PayoutMark } from '@sunloop/shared-types/program/payouts.ts';
import { formatCents } from '@sunloop/shared-types/values/money.ts';
import { officeTime } from '../../db/query/today.ts';
import type { Actor } from '../../http/context.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { tellPaid } from '../../messages/mail/tell/tell.ts';
import { findPayoutsById } from './queries.ts';

const GIVEN = 'select value::uuid from jsonb_array_elements_text(:ids::jsonb)';

// In the order of their ids, so that two admins who mark the same lines take turns and never deadlock.
const LOCK = `select 1 from reward_history where id in (${GIVEN}) order by id for no key update`;

// Every mark is recorded line by line, because a later one replaces it and the audit log names only the first
// few ids.
const MARK = `
  with marked as (
    update reward_history set paid_at = case when :isPaid then now() end,
      paid_by = case when :isPaid then :actor::uuid end
    where id in (${GIVEN}) and (paid_at is not null) <> :isPaid
    returning id, user_id, amount_cents, created_at
  ), noted as (
    insert into payout_marks (reward_id, is_paid, marked_by, method, reference)
    select id, :isPaid, :actor::uuid, :method, :reference from marked
  )
  select m.id, m.amount_cents::float8 as cents, m.user_id as "userId",
    to_char(${officeTime('m.created_at')}, 'YYYY-MM') as month
  from marked m order by m.created_at, m.id`;

interface MarkedLine {
  readonly id: string;
  readonly cents: number;
  readonly userId: string;
  readonly month: string;
}

/**
 * Marks ledger lines as paid to their users, or as not paid yet, and returns those of the given ids that
 * exist. Lines already marked so keep their time and admin, so it is safe to repeat.
 */
export async function markPayouts(
  em: SqlEntityManager,
  actor: Actor,
  { ids: givenIds, isPaid, method, reference }: PayoutMark,
): Promise<Payout[]> {
  const ids = JSON.stringify(givenIds);
  return em.transactional(async (tx) => {
    await tx.execute(LOCK, { ids });
    const changed = await tx.execute<MarkedLine[]>(MARK, {
      ids,
      isPaid: isPaid === 'true',
      actor: actor.userId,
      method: (isPaid === 'true' && method) || null,
      reference: (isPaid === 'true' && reference) || null,
    });
    if (changed.length > 0) {
      writeAudit(tx, actor, {
        userId: actor.userId,
        action: isPaid === 'true' ? 'payout.mark_paid' : 'payout.mark_unpaid',
        entity: 'payout',
        details: describeMark(changed),
      });
      await tx.flush();
      if (isPaid === 'true') await tellPaid(tx, actor.userId, changed);
    }
    return findPayoutsById(tx, givenIds);
  });
}

const NAMED = 3;

/**
 * '500 lines, $150,000; 2026-10, 2026-11; for 37 people; ids …': the lines are in `payout_marks`, and nobody
 * is named.
 */
function describeMark(lines: readonly MarkedLine[]): string {
  const sum = formatCents(lines.reduce((total, { cents }) => total + cents, 0));
  const months = nameFew(lines.map(({ month }) => month));
  const users = new Set(lines.map(({ userId }) => userId)).size;
  const ids = nameFew(lines.map(({ id }) => id));
  const count = lines.length === 1 ? '1 line' : `${lines.length} lines`;
  return `${count}, ${sum}; ${months}; for ${users === 1 ? '1 person' : `${users} people`}; ids ${ids}`;
}

function nameFew(all: readonly string[]): string {
  const different = [...new Set(all)];
  const rest = different.length - NAMED;
  return different.slice(0, NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
