import { customerRoutes, type PushRow } from '@sunloop/shared-types';
import { call, CALL_TIMEOUT_MS } from '../api/client.ts';
import { isProblem, NotSent } from '../api/problems.ts';
import { isFromNewerBuild, nextRows } from '../data/outbox-entry.ts';
import { patchSyncState, readSyncState } from '../data/sync-state.ts';
import { ACTS_VERSION, type OutboxEntry, type UserDb } from '../data/user-db.ts';
import { withReopen } from '../data/with-reopen.ts';
import { applyVerdict } from './apply-verdict.ts';
import { hasCome } from './backoff.ts';
import { decodeOrPark } from './damaged.ts';
import type { SyncDeps } from './deps.ts';
import { heldUploadOf } from './held-upload.ts';
import { withLock } from './lock.ts';
import { judgeAnswer, judgeProblem, type Verdict } from './verdict.ts';

const BATCHES_IN_FLIGHT = 2;
/** After this a 'sending' mark is that of a killed tab. */
const SENDING_MARK_MS = CALL_TIMEOUT_MS + 5000;

/**
 * Sends what waits in this user's outbox, in order, until nothing is due: sent, blocked or to be
 * tried later. Throws only when the local database fails; rows are then still queued.
 */
export async function drain(db: UserDb, deps: SyncDeps): Promise<void> {
  const lock = `sunloop-outbox-${db.userId}`;
  while (await withLock(lock, () => sendRound(db, deps)));
}

/** One lock's worth: up to two requests side by side; answers whether there may be more to do. */
async function sendRound(db: UserDb, deps: SyncDeps): Promise<boolean> {
  const { entries, confirmed } = await pickEntries(db, deps.now());
  const outcomes = await Promise.all(
    entries.map(async (entry) => ({ entry, verdict: await send(db, entry) })),
  );
  for (const { entry, verdict } of outcomes) {
    const sent = { key: entry.key, rows: nextRows(entry) };
    await applyVerdict(db, sent, { verdict, confirmed }, deps);
  }
  if (entries.length > 0) await patchSyncState(db, { sending: 0 });
  return entries.length > 0;
}

interface Picked {
  entries: OutboxEntry[];
  /** Which session the requests belong to. */
  confirmed: number;
}

/** The first entries that may go now; empty while the queue is closed, blocked or waiting. */
function pickEntries(db: UserDb, now: number): Promise<Picked> {
  const tables = [db.outbox, db.rejected, db.sync];
  return withReopen(db, () =>
    db.transaction('rw', tables, async () => {
      const state = await readSyncState(db);
      const { isOpen, blocked, nextAt, holdUntil, confirmed } = state;
      const mayGo = hasCome(nextAt, now) && hasCome(holdUntil, now);
      if (!isOpen || blocked || !mayGo) return { entries: [], confirmed };
      const entries = await firstReadable(db, heldUploadOf(state, now), now);
      const sending = entries.reduce((sum, entry) => sum + nextRows(entry).length, 0);
      await patchSyncState(db, { sending, sendingUntil: now + SENDING_MARK_MS });
      return { entries, confirmed };
    }),
  );
}

/** Parking a damaged entry frees its place, so this looks again until it has whole ones or none. */
async function firstReadable(
  db: UserDb,
  heldUpload: string | undefined,
  now: number,
): Promise<OutboxEntry[]> {
  const isFree = ({ uploadId }: OutboxEntry) => uploadId === undefined || uploadId !== heldUpload;
  const isDue = (entry: OutboxEntry) =>
    !isFromNewerBuild(entry) && isFree(entry) && hasCome(entry.nextAt ?? 0, now);
  for (;;) {
    const stored = await db.outbox.filter(isDue).limit(BATCHES_IN_FLIGHT).toArray();
    const readable = await decodeOrPark(db, stored, now);
    if (readable.length > 0 || stored.length === 0) return readable;
  }
}

/** Only an admin's queue needs it; a piece of the app that cannot be had now is no lasting failure. */
function loadActs() {
  return import('./send-acts.ts').catch((error: unknown) => {
    throw new NotSent('offline', error);
  });
}

async function send(db: UserDb, entry: OutboxEntry): Promise<Verdict> {
  const rows: PushRow[] = nextRows(entry);
  try {
    if (entry.v === ACTS_VERSION) return await (await loadActs()).sendActs(db, entry, rows);
    const input = { body: { referrals: rows }, expectedUser: db.userId };
    const { data } = await call(customerRoutes.pushReferrals, input);
    return judgeAnswer(data, rows);
  } catch (error) {
    if (!isProblem(error)) throw error;
    return judgeProblem(error, rows.length, entry.attempts);
  }
}
