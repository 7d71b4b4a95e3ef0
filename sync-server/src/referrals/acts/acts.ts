import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ReferralAct, ReferralActResult } from '@sunloop/shared-types/referrals/admin-act.ts';
import { type CallAct, isContact } from '@sunloop/shared-types/referrals/calls.ts';
import type { Actor } from '../../http/context.ts';
import { storeCalls } from '../calls/store-calls.ts';
import {
  type Change,
  changeReferrals,
  isChangedMeanwhile,
  isCompletion,
  lockReferrals,
} from '../change.ts';
import type { ReferralEntity } from '../entities.ts';
import { findUnpartable, UNPARTABLE } from '../../program/rewards/ladder.ts';
import { withParts } from '../parts.ts';
import { findAdminReferralsById } from '../queries.ts';
import { findUndecided } from '../undecided.ts';
import { type ActRun, type PlacedAct, toRuns } from './act-runs.ts';
import { findDoneBefore, keyOf } from './done-before.ts';

/**
 * Carries out what an admin decided, maybe long ago and without signal, in the order given. Each act is
 * judged alone, so one that fails holds back none of the others; those on one user's referrals share a
 * transaction, because rewards are worked out once per transaction. Safe to repeat: an act that changes
 * nothing is `done`, and so is a change or call whose key shows that it was done before.
 */
export async function actOnReferrals(
  em: SqlEntityManager,
  actor: Actor,
  acts: readonly ReferralAct[],
): Promise<ReferralActResult[]> {
  const results: ReferralActResult[] = [];
  for (const run of await toRuns(em, acts)) {
    // Each run has its own unit of work: a single one would compare all rows again at every run.
    for (const { at, result } of await actOnRun(em.fork(), actor, run)) results[at] = result;
  }
  return results;
}

type Outcome = ReferralActResult['outcome'];
type ActOutcome = PlacedAct & { outcome: Outcome; change?: Change; call?: CallAct; why?: string };

function actOnRun(em: SqlEntityManager, actor: Actor, { userId, acts }: ActRun) {
  return em.transactional(async (tx) => {
    const ids = acts.map(({ act }) => act.id);
    const referrals = userId === undefined ? [] : await lockReferrals(tx, userId, ids);
    // The user's row is locked, so the same act being done elsewhere has finished by now.
    const doneBefore = await findDoneBefore(
      tx,
      acts.map(({ act }) => act),
    );
    const byId = new Map(referrals.map((referral) => [referral.id, referral]));
    const judged = await refuseUnpayable(
      tx,
      acts.map((placed) => judge(placed, byId.get(placed.act.id), doneBefore)),
    );
    await storeKeys(tx, judged);
    await changeReferrals(
      tx,
      actor,
      judged.flatMap(({ change }) => change ?? []),
    );
    await storeCalls(
      tx,
      actor,
      judged.flatMap(({ call }) => call ?? []),
    );
    return answer(tx, judged);
  });
}

function judge(
  { at, act }: PlacedAct,
  referral: ReferralEntity | undefined,
  doneBefore: ReadonlySet<string>,
): ActOutcome {
  if (!referral) return { at, act, outcome: act.act === 'delete' ? 'done' : 'gone' };
  if (doneBefore.has(keyOf(act))) return { at, act, outcome: 'done' };
  if (act.act === 'call')
    return { at, act, outcome: 'done', call: act, ...contactBy(act, referral) };
  const { expected } = act;
  const wanted = act.act === 'status' ? { wanted: act.status } : {};
  if (isChangedMeanwhile(referral, { expected, ...wanted }))
    return { at, act, outcome: 'conflict' };
  const to = act.act === 'status' ? act.status : null;
  return { at, act, outcome: 'done', change: { referral, to } };
}

/** Whoever was spoken to is no longer only submitted. */
function contactBy({ outcome }: CallAct, referral: ReferralEntity): { change?: Change } {
  const isFirst = isContact(outcome) && referral.status === 'submitted';
  return isFirst ? { change: { referral, to: 'contact_made' } } : {};
}

/** Nobody is paid for a person whom two users referred, or who is not theirs, before an admin has decided, and what is no money is not parted. */
async function refuseUnpayable(
  tx: SqlEntityManager,
  judged: readonly ActOutcome[],
): Promise<readonly ActOutcome[]> {
  const completed = judged.filter(({ change }) => change && isCompletion(change));
  const referrals = completed.flatMap(({ change }) => change?.referral ?? []);
  const why = await findWhyUnpayable(tx, referrals);
  if (why.size === 0) return judged;
  return judged.map((one) => {
    const reason = completed.includes(one) ? why.get(one.act.id) : undefined;
    return reason === undefined
      ? one
      : { at: one.at, act: one.act, outcome: 'conflict', why: reason };
  });
}

/** Why some of one user's referrals cannot be completed in this order, by referral. */
async function findWhyUnpayable(
  tx: SqlEntityManager,
  referrals: readonly ReferralEntity[],
): Promise<ReadonlyMap<string, string>> {
  const [first] = referrals;
  if (!first) return new Map();
  const undecided = await findUndecided(
    tx,
    referrals.map(({ id }) => id),
  );
  const parts = await withParts(
    tx,
    referrals.filter(({ id }) => !undecided.has(id)),
  );
  const unpartable = await findUnpartable(tx, first.userId, parts);
  return new Map([...undecided, ...[...unpartable].map((id) => [id, UNPARTABLE] as const)]);
}

async function storeKeys(tx: SqlEntityManager, judged: readonly ActOutcome[]): Promise<void> {
  const done = judged.flatMap(({ act, change }) =>
    change && act.act === 'status' && act.key ? { key: act.key, id: act.id } : [],
  );
  if (done.length === 0) return;
  await tx.execute(
    `insert into referral_acts (key, referral_id)
     select * from jsonb_to_recordset(?::jsonb) as done (key uuid, id uuid)`,
    [JSON.stringify(done)],
  );
}

/** What is stored after the acts, read in their transaction. */
async function answer(tx: SqlEntityManager, judged: readonly ActOutcome[]) {
  const ids = judged.map(({ act }) => act.id);
  const stored = new Map((await findAdminReferralsById(tx, ids)).map((row) => [row.id, row]));
  return judged.map(({ at, act: { id }, outcome, why }) => {
    const referral = stored.get(id) ?? null;
    return { at, result: { id, outcome, referral, ...(why !== undefined && { why }) } };
  });
}
