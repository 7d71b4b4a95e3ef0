import { ACTS_BATCH_ROWS, DAY_MS } from '@sunloop/shared-types/limits.ts';
import type { ReferralActResult } from '@sunloop/shared-types/referrals/admin-act.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { call } from '../../api/client.ts';
import { isProblem } from '../../api/problems.ts';
import { readActEntries, recordIdOf } from '../../data/act-row.ts';
import type { DoneAct, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { isAnswerTo, presentEpoch, withKey } from './done-acts.ts';

/** How long a device remembers what the server did for it; the server keeps the keys for 90 days or more. */
const KEPT_MS = 30 * DAY_MS;

/**
 * Asks a server whose database has been started since whether it still has what it did for this device. What it has lost
 * waits for its person as a conflict (rule 38). A referral that the server has lost, too, is asked about again the next
 * time, because its own device sends it. Without an answer, nothing changes.
 */
export async function checkDoneActs(db: UserDb, now = Date.now()): Promise<void> {
  const epoch = await presentEpoch();
  if (epoch === undefined) return;
  await withReopen(db, () =>
    db.doneActs
      .where('at')
      .below(now - KEPT_MS)
      .delete(),
  );
  const isOfOther = (done: DoneAct) => done.epoch !== epoch;
  const asked = await withReopen(db, () => db.doneActs.filter(isOfOther).toArray());
  for (let at = 0; at < asked.length; at += ACTS_BATCH_ROWS) {
    const batch = asked.slice(at, at + ACTS_BATCH_ROWS);
    const results = await ask(db, batch);
    if (!results) return;
    await withReopen(db, () =>
      db.transaction('rw', db.outbox, db.conflicts, db.doneActs, () =>
        keepAnswers(db, batch, { results, epoch, now }),
      ),
    );
  }
}

/** Without an answer, null. */
async function ask(
  db: UserDb,
  done: readonly DoneAct[],
): Promise<readonly ReferralActResult[] | null> {
  const body = { acts: done.map(withKey), isCheck: true };
  try {
    const route = adminReferralRoutes.actOnReferrals;
    const { results } = (await call(route, { body, expectedUser: db.userId })).data;
    return isAnswerTo(results, done) ? results : null;
  } catch (error) {
    if (!isProblem(error)) throw error;
    return null;
  }
}

async function keepAnswers(
  db: UserDb,
  done: readonly DoneAct[],
  { results, epoch, now }: { results: readonly ReferralActResult[]; epoch: string; now: number },
): Promise<void> {
  const waiting = (await readActEntries(db)).flatMap(({ rows }) => rows);
  // A newer act of the person meets what is there now by itself.
  const isWaiting = new Set(waiting.map(({ act }) => recordIdOf(act)));
  for (const [at, { id, act }] of done.entries()) {
    const { outcome, referral = null } = results[at] ?? {};
    if (outcome === 'done') await db.doneActs.update(id, { epoch });
    if (outcome !== 'conflict') continue;
    await db.doneActs.delete(id);
    const who = referral?.name ?? '';
    const lost = { id, act, referral, outcome: 'lost', at: now, who } as const;
    if (!isWaiting.has(id)) await db.conflicts.put(lost);
  }
}
