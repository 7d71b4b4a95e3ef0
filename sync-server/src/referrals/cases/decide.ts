import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { DuplicateDecision } from '@sunloop/shared-types/referrals/cases.ts';
import type { Actor } from '../../http/context.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { lockUsers } from '../../ground/users/lock-user.ts';
import { ReferralEntity } from '../entities.ts';
import { type Case, findCase } from './find-case.ts';
import { judgeDecision, type Settled } from './judge-decision.ts';
import { settleShares } from './settle-shares.ts';

const GIVEN = 'select value::uuid from jsonb_array_elements_text(:ids::jsonb)';

const DECIDE = `
  insert into duplicate_decisions as d (referral_id, decided_by, paid_first)
  select value::uuid, :actor::uuid, :paidFirst::uuid from jsonb_array_elements_text(:ids::jsonb) order by 1
  on conflict (referral_id) do update
    set decided_at = now(), decided_by = excluded.decided_by, paid_first = excluded.paid_first
    where d.paid_first is distinct from excluded.paid_first
  returning referral_id as id`;
const UNMARK = `
  update referral_search set is_duplicate = false where is_duplicate and id in (${GIVEN})`;

/**
 * Decides whether the referrals of a case are of different people or, if they are of one, who is paid: none of them is marked as
 * a duplicate any more, each may be completed, and what was paid otherwise is taken back and paid anew in the same transaction.
 * One that comes later is asked about by itself. Safe to repeat, and to decide otherwise later; throws 404, 400, and 409 as
 * `judgeDecision` and `settleShares` do.
 */
export async function decideDuplicates(
  em: SqlEntityManager,
  actor: Actor,
  { id, ...decision }: DuplicateDecision & { id: string },
): Promise<void> {
  await em.transactional(async (tx) => {
    const found = await lockCase(tx, id);
    const settled = judgeDecision(found, decision);
    if (settled.shares.size > 0) await carryOut(tx, actor, { id, found, settled });
  });
}

/** The case of a referral with the rows of all its users locked, in the order of ids, so that two decisions never deadlock. */
async function lockCase(tx: SqlEntityManager, id: string): Promise<Case> {
  const seen = await findCase(tx, id);
  if (!seen) throw notFound('There is no such referral');
  const owners = new Set(seen.members.map(({ userId }) => userId));
  await lockUsers(tx, [...owners]);
  // What was done meanwhile to any of them has finished by now.
  const found = await findCase(tx, id);
  if (!found) throw notFound('There is no such referral');
  if (!found.members.every(({ userId }) => owners.has(userId))) {
    throw conflict(
      'changed_meanwhile',
      'There is another referral of this person by now: look at it first',
    );
  }
  return found;
}

interface Decision {
  readonly id: string;
  readonly found: Case;
  readonly settled: Settled;
}

async function carryOut(
  tx: SqlEntityManager,
  actor: Actor,
  { id, found, settled }: Decision,
): Promise<void> {
  const { shares, paidFirst } = settled;
  const ofCase = { id: { $in: [...shares.keys()] } };
  const referrals = await tx.find(ReferralEntity, ofCase, { orderBy: { createdAt: 1, id: 1 } });
  const before = new Map(referrals.map((referral) => [referral.id, referral.share ?? null]));
  const ids = JSON.stringify([...shares.keys()]);
  await settleShares(tx, actor, { referrals, settled });
  const decision = { ids, paidFirst, actor: actor.userId };
  const rows = await tx.execute<{ id: string }[]>(DECIDE, decision);
  const changed = new Set(rows.map((row) => row.id));
  await tx.execute(UNMARK, { ids });
  audit(tx, actor, { id, found, settled, before, changed });
  await tx.flush();
}

interface Told extends Decision {
  readonly before: ReadonlyMap<string, number | null>;
  /** About which it was decided anew or otherwise. */
  readonly changed: ReadonlySet<string>;
}

/** A line for the referral that was decided about, and one for each of which something else is paid. */
function audit(tx: SqlEntityManager, actor: Actor, told: Told): void {
  const { id, found, settled, before, changed } = told;
  const { userId } = actor;
  if (changed.size > 0 && settled.paidFirst === null) {
    const others = found.members.length - 1;
    const details = others === 1 ? '1 other stays' : `${others} others stay`;
    const action = 'referral.keep_duplicates';
    writeAudit(tx, actor, { userId, action, entity: 'referral', entityId: id, details });
  }
  for (const [entityId, share] of settled.shares) {
    const from = before.get(entityId) ?? null;
    if (from === share && (settled.paidFirst === null || !changed.has(entityId))) continue;
    const was = found.decided.has(entityId) ? shareWords(from) : null;
    const changes = [{ field: 'paid', from: was, to: shareWords(share) }];
    writeAudit(tx, actor, {
      userId,
      action: 'referral.share',
      entity: 'referral',
      entityId,
      changes,
    });
  }
}

function shareWords(share: number | null): string {
  if (share === null) return 'in full, another person';
  if (share === 0) return 'nothing, the same person';
  return share === 1 ? 'in full, the same person' : `1/${share}, the same person`;
}
