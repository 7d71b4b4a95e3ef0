import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { CALL_OUTCOME_LABELS, type CallAct } from '@sunloop/shared-types/referrals/calls.ts';
import type { Actor } from '../../http/context.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { callDays } from './due-day.ts';

const GIVEN = `
  jsonb_to_recordset(:given::jsonb) as g (key uuid, id uuid, "calledAt" timestamptz, outcome text,
    "callBackOn" date, note text, "isShared" boolean, "dueOn" date)`;

const INSERT_CALLS = `
  insert into calls (id, referral_id, admin_id, called_at, outcome, call_back_on, note, is_shared)
  select key, id, :admin::uuid, "calledAt", outcome, "callBackOn", note, "isShared" from ${GIVEN}`;

// A call that was sent late does not move the day that a later one set.
const STORE_LEADS = `
  insert into leads as l (referral_id, owner_id, due_on)
  select g.id, :admin::uuid,
    case when exists (select from calls c where c.referral_id = g.id and c.called_at > g."calledAt")
      then (select due_on from leads where referral_id = g.id) else g."dueOn" end
  from ${GIVEN}
  on conflict (referral_id) do update set
    owner_id = coalesce(l.owner_id, excluded.owner_id), due_on = excluded.due_on`;

/**
 * Stores calls to different referrals of one user, whose row is locked; each sets the day to call again, and the first who
 * calls looks after the person from then on.
 */
export async function storeCalls(
  tx: SqlEntityManager,
  actor: Actor,
  calls: readonly CallAct[],
): Promise<void> {
  if (calls.length === 0) return;
  const given = JSON.stringify(calls.map((call) => ({ ...call, ...callDays(call) })));
  await tx.execute(INSERT_CALLS, { given, admin: actor.userId });
  await tx.execute(STORE_LEADS, { given, admin: actor.userId });
  for (const call of calls) auditCall(tx, actor, call);
}

/** The note is not repeated: it belongs to the person, with whom it is erased. */
function auditCall(tx: SqlEntityManager, actor: Actor, { id, outcome, callBackOn }: CallAct): void {
  const day = callBackOn === null ? '' : ` on ${callBackOn}`;
  writeAudit(tx, actor, {
    userId: actor.userId,
    action: 'referral.call',
    entity: 'referral',
    entityId: id,
    details: `${CALL_OUTCOME_LABELS[outcome]}${day}`,
  });
}
