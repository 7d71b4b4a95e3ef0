import { customerRoutes, type PushRow } from '@sunloop/shared-types';
import { call } from '../api/client.ts';
import { isProblem, NotSent } from '../api/problems.ts';
import { nextRows } from '../data/outbox-entry.ts';
import { noteSyncState } from '../data/sync-state.ts';
import { ACTS_VERSION, type OutboxEntry, type UserDb } from '../data/user-db.ts';
import { applyVerdict } from './apply-verdict.ts';
import { lastKey } from './find-unsent.ts';
import { checkUser } from './check-user.ts';
import { SENDING_MARK_MS, type SyncDeps } from './deps.ts';
import { withLock } from './lock.ts';
import type { TimedVerdict } from './note-verdict.ts';
import { type Picked, pickEntries } from './pick-entries.ts';
import { settleDue } from './unsettled.ts';
import { judgeAnswer, judgeProblem, type Verdict } from './verdict.ts';

/** How a drain is begun. */
export interface DrainOptions {
  /** Also what has stepped behind and has a pause: the person, the network or a page came back. */
  isUrgent?: boolean;
}

/**
 * Sends what waits in this user's outbox, in order, until nothing is due: sent, blocked or to be
 * tried later. Nothing has to be written for that. Throws only when the local database cannot be read;
 * rows are then still queued.
 */
export async function drain(
  db: UserDb,
  deps: SyncDeps,
  { isUrgent = false }: DrainOptions = {},
): Promise<void> {
  const lock = `sunloop-outbox-${db.userId}`;
  // What steps behind meanwhile gets a later key, and its pause.
  const urgentUpTo = isUrgent ? await lastKey(db) : 0;
  while (await withLock(lock, () => sendRound(db, deps, urgentUpTo)));
}

/** One lock's worth: up to two requests side by side; answers whether there may be more to do. */
async function sendRound(db: UserDb, deps: SyncDeps, urgentUpTo: number): Promise<boolean> {
  await settleDue(db, deps);
  const picked = await pickEntries(db, deps, urgentUpTo);
  const { entries, pace } = picked;
  if (entries.length === 0) return false;
  const sending = entries.reduce((sum, entry) => sum + nextRows(entry, pace.rows).length, 0);
  await noteSyncState(db, { sending, sendingUntil: deps.now() + SENDING_MARK_MS });
  const outcomes = await Promise.all(entries.map((entry) => send(db, entry, picked)));
  const timed = await tellAlone(db, outcomes, deps);
  for (const { sent, ...verdict } of timed) await applyVerdict(db, sent, verdict, deps);
  await noteSyncState(db, { sending: 0 });
  return true;
}

interface Sent {
  key: number;
  rows: PushRow[];
}

type Outcome = TimedVerdict & { sent: Sent };

async function send(
  db: UserDb,
  entry: OutboxEntry,
  { pace, confirmed, list }: Picked,
): Promise<Outcome> {
  const rows = nextRows(entry, pace.rows);
  const verdict = await judge(db, entry, rows);
  return { sent: { key: entry.key, rows }, verdict, confirmed, list };
}

async function judge(db: UserDb, entry: OutboxEntry, rows: PushRow[]): Promise<Verdict> {
  try {
    if (entry.v === ACTS_VERSION) return await (await loadActs()).sendActs(db, entry, rows);
    const input = { body: { referrals: rows, brief: true }, expectedUser: db.userId };
    const { data } = await call(customerRoutes.pushReferrals, input);
    return judgeAnswer(data, rows, db.userId);
  } catch (error) {
    if (!isProblem(error)) throw error;
    return judgeProblem(error, rows.length, entry.attempts);
  }
}

/** Only an admin's queue needs it; a piece of the app that cannot be had now is no lasting failure. */
function loadActs() {
  return import('./send-acts.ts').catch((error: unknown) => {
    throw new NotSent('offline', error);
  });
}

/**
 * Tells a request that fails alone from a network that is away: while our server answers the one beside it or a
 * small question, what got no answer steps behind the others, or a firewall that dislikes one row would hold
 * everything. A network that is away is one backoff and nobody's fault; the question has told of it.
 */
async function tellAlone(db: UserDb, outcomes: Outcome[], deps: SyncDeps): Promise<Outcome[]> {
  const isUnanswered = ({ verdict }: Outcome) => verdict.kind === 'not-sent';
  if (!outcomes.some(isUnanswered)) return outcomes;
  const isThere = !outcomes.every(isUnanswered) || (await checkUser(db, deps));
  return outcomes.map((outcome) => {
    const { verdict } = outcome;
    if (verdict.kind !== 'not-sent') return outcome;
    if (!isThere) return { ...outcome, isToldOf: true };
    return { ...outcome, verdict: { kind: 'step-behind', reason: verdict.reason } };
  });
}
