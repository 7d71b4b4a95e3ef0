import { ACTS_BATCH_ROWS, adminReferralRoutes, DAY_MS } from '@sunloop/shared-types';
import { call } from '../../api/client.ts';
import { isProblem } from '../../api/problems.ts';
import { readActEntries } from '../../data/act-row.ts';
import type { DoneAct, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { presentEpoch, withKey } from './done-acts.ts';

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
    const isAnswered = await check(db, asked.slice(at, at + ACTS_BATCH_ROWS), { epoch, now });
    if (!isAnswered) return;
  }
}

async function check(
  db: UserDb,
  done: readonly DoneAct[],
  { epoch, now }: { epoch: string; now: number },
): Promise<boolean> {
  const body = { acts: done.map(withKey), isCheck: true };
  const options = { body, expectedUser: db.userId };
  const answer = await call(adminReferralRoutes.actOnReferrals, options).catch((error: unknown) => {
    if (!isProblem(error)) throw error;
    return null;
  });
  if (!answer) return false;
  const byId = new Map(answer.data.results.map((result) => [result.id, result]));
  await withReopen(db, () =>
    db.transaction('rw', db.outbox, db.conflicts, db.doneActs, async () => {
      const waiting = await readActEntries(db);
      const isWaiting = new Set(waiting.flatMap(({ rows }) => rows.map(({ act }) => act.id)));
      for (const { id, act } of done) {
        const { outcome = 'gone', referral = null } = byId.get(id) ?? {};
        if (outcome === 'done') await db.doneActs.update(id, { epoch });
        if (outcome !== 'conflict') continue;
        await db.doneActs.delete(id);
        const who = referral?.name ?? '';
        // A newer act of the person waits, and meets what is there now by itself.
        if (isWaiting.has(id)) continue;
        await db.conflicts.put({ id, act, referral, outcome: 'lost', at: now, who });
      }
    }),
  );
  return true;
}
