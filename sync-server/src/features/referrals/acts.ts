import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ReferralAct, ReferralActResult } from '@sunloop/shared-types';
import type { Actor } from '../../http/context.ts';
import { findAdminReferral } from './queries.ts';
import { isChangedMeanwhile, lockReferral, removeReferral, setStatus } from './status.ts';

/**
 * Does what an admin has decided, maybe long ago and without signal, in the order given. Each act stands
 * alone in a transaction of its own, so what one of them meets holds back none of the others. Safe to
 * repeat: what is so already is `done`.
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
  const { id } = act;
  return em.transactional(async (tx) => {
    const referral = await lockReferral(tx, id);
    if (!referral) return resultOf(id, act.act === 'delete' ? 'done' : 'gone');
    const wanted = act.act === 'status' ? { wanted: act.status } : {};
    if (isChangedMeanwhile(referral, { expected: act.expected, ...wanted })) {
      return resultOf(id, 'conflict', await findAdminReferral(tx, id));
    }
    if (act.act === 'status') {
      return resultOf(id, 'done', await setStatus(tx, actor, { referral, status: act.status }));
    }
    await removeReferral(tx, actor, referral);
    return resultOf(id, 'done');
  });
}

function resultOf(
  id: string,
  outcome: ReferralActResult['outcome'],
  referral: ReferralActResult['referral'] = null,
): ReferralActResult {
  return { id, outcome, referral };
}
