import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ReferralAct, ReferralActResult } from '@sunloop/shared-types';
import type { Actor } from '../../http/context.ts';
import type { ReferralEntity } from './entities.ts';
import { findAdminReferral } from './queries.ts';
import { isChangedMeanwhile, lockReferral, removeReferral, setStatus } from './status.ts';

/**
 * Does what an admin has decided, maybe long ago and without signal, in the order given. Each act stands
 * alone in a transaction of its own, so what one of them meets holds back none of the others. Safe to
 * repeat: what is so already is `done`, and so is a change whose key tells that it was done before.
 */
export async function actOnReferrals(
  em: SqlEntityManager,
  actor: Actor,
  acts: readonly ReferralAct[],
): Promise<ReferralActResult[]> {
  const results: ReferralActResult[] = [];
  // A unit of work each: one for all of them would compare every row again at every act.
  for (const act of acts) results.push(await actOn(em.fork(), actor, act));
  return results;
}

function actOn(em: SqlEntityManager, actor: Actor, act: ReferralAct): Promise<ReferralActResult> {
  return em.transactional(async (tx) => {
    const referral = await lockReferral(tx, act.id);
    if (!referral) return resultOf(act.id, act.act === 'delete' ? 'done' : 'gone');
    if (act.act === 'status') return changeStatusOf(tx, actor, { referral, act });
    if (isChangedMeanwhile(referral, act)) return conflictOf(tx, act.id);
    await removeReferral(tx, actor, referral);
    return resultOf(act.id, 'done');
  });
}

interface StatusChange {
  readonly referral: ReferralEntity;
  readonly act: Extract<ReferralAct, { act: 'status' }>;
}

async function changeStatusOf(tx: SqlEntityManager, actor: Actor, { referral, act }: StatusChange) {
  const { id, status, expected, key } = act;
  if (key && (await wasDone(tx, id, key))) {
    return resultOf(id, 'done', await findAdminReferral(tx, id));
  }
  if (isChangedMeanwhile(referral, { expected, wanted: status })) return conflictOf(tx, id);
  if (key)
    await tx.execute('insert into referral_acts (key, referral_id) values (?, ?)', [key, id]);
  return resultOf(id, 'done', await setStatus(tx, actor, { referral, status }));
}

// The referral's lock is held, so an act that is just being done elsewhere is waited for.
async function wasDone(tx: SqlEntityManager, id: string, key: string): Promise<boolean> {
  const sql = 'select 1 from referral_acts where key = ? and referral_id = ?';
  return (await tx.execute<unknown[]>(sql, [key, id])).length > 0;
}

async function conflictOf(tx: SqlEntityManager, id: string): Promise<ReferralActResult> {
  return resultOf(id, 'conflict', await findAdminReferral(tx, id));
}

function resultOf(
  id: string,
  outcome: ReferralActResult['outcome'],
  referral: ReferralActResult['referral'] = null,
): ReferralActResult {
  return { id, outcome, referral };
}
