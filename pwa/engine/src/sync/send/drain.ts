import { BULK_DELAY_MS } from '@sunloop/shared-types/limits.ts';
import { readReceiptTexts } from '../../data/kept-receipts.ts';
import { nextPart } from '../../data/outbox-entry.ts';
import { isOf, kindOf, type OutboxEntry } from '../../data/outbox-kinds.ts';
import { noteSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { applyVerdict, applyVerdicts, type Outcome } from './apply-verdict.ts';
import type { SentRows } from './change-entry.ts';
import { lastKey } from '../../data/find-unsent.ts';
import { checkUser } from '../answers/check-user.ts';
import { SENDING_MARK_MS, type SyncDeps } from '../ground/deps.ts';
import { withLock } from '../ground/lock.ts';
import { MOST_IN_FLIGHT, type PickedEntry, pickEntry, type PickOptions } from './pick-entry.ts';
import { awaitNext } from './await-next.ts';
import { sendRow } from './send-row.ts';
import { sendEntry } from './senders.ts';
import { settleDue } from './unsettled.ts';

/** How a drain begins. */
export interface DrainOptions {
  /** Includes entries that stepped behind and have a pause, because the person, the network or a page came back. */
  isUrgent?: boolean;
}

/** How a round of sending begins. */
export interface SyncOptions extends DrainOptions {
  /** The browser says that the network is back. */
  isBack?: boolean;
}

/**
 * Sends what waits in this user's outbox, in order, until everything is sent, blocked or due later. None of that needs
 * a write. Throws only if the local database cannot be read; rows are then still queued.
 */
export async function drain(
  db: UserDb,
  deps: SyncDeps,
  { isUrgent = false }: DrainOptions = {},
): Promise<void> {
  const lock = `sunloop-outbox-${db.userId}`;
  // What steps behind meanwhile gets a later key.
  const onceUpTo = await lastKey(db);
  const keys: DrainKeys = { onceUpTo, urgentUpTo: isUrgent ? onceUpTo : 0 };
  let isAnyBehind = false;
  let hasMore = true;
  while (hasMore) {
    const round = await withLock(lock, () => sendRound(db, deps, keys));
    isAnyBehind ||= round.isAnyBehind;
    ({ hasMore } = round);
  }
  // Its own pause may have passed while other requests hung, and without any the queue would never rest.
  const restUntil = deps.now() + REST_MS;
  if (isAnyBehind)
    await noteSyncState(db, ({ nextAt }) => ({ nextAt: Math.max(nextAt, restUntil) }));
}

/** How long the queue rests after something stepped behind: long enough to read in the header that it waits. */
const REST_MS = 2000;

/** Which entries that stepped behind a drain tries: those up to `onceUpTo`, and up to `urgentUpTo` despite their pause. */
type DrainKeys = Required<Pick<PickOptions, 'onceUpTo' | 'urgentUpTo'>>;

interface SentRound {
  /** There may be more to do. */
  hasMore: boolean;
  /** Something stepped behind the others. */
  isAnyBehind: boolean;
}

/** A request that has ended, whether it held all rows of its entry, and whether it was one of a watched file. */
interface FinishedRequest extends Outcome {
  sent: SentRows & { isWhole: boolean; isAlone: boolean };
}

/** Requests on their way, by the key of their entry; what comes after one that `isFirst` waits until it is stored. */
type RequestsInFlight = Map<number, { isFirst: boolean; ending: Promise<FinishedRequest> }>;

/** How long one holder of the lock starts new requests, in milliseconds; a slow connection gets only the first ones. */
const HOLD_MS = 2000;

/**
 * Sends under one hold of the lock: requests side by side, each followed by the next. Requests without an answer are
 * judged last, by what became of the others.
 */
async function sendRound(db: UserDb, deps: SyncDeps, keys: DrainKeys): Promise<SentRound> {
  await settleDue(db, deps);
  const begunAt = deps.now();
  const inFlight: RequestsInFlight = new Map();
  const toStore: FinishedRequest[] = [];
  const unanswered: FinishedRequest[] = [];
  const store = () => applyVerdicts(db, toStore.splice(0), deps);
  // What is saved after the last one was found is the next round's.
  let hasMore = true;
  const begin = async () => (hasMore &&= await beginNext(db, inFlight, { deps, keys, toStore }));
  if (!(await begin())) return { hasMore, isAnyBehind: false };
  let isThere = false;
  while (inFlight.size > 0) {
    const next = Promise.race([...inFlight.values()].map(({ ending }) => ending));
    const finished = await awaitNext(next, toStore, store);
    const { sent, verdict } = finished;
    inFlight.delete(sent.key);
    if (verdict.kind === 'not-sent') {
      unanswered.push(finished);
      continue;
    }
    isThere ||= unanswered.length > 0;
    const heldMs = deps.now() - begunAt;
    const isNext = [...inFlight.values()].every(({ isFirst }) => !isFirst);
    const mayGoOn = unanswered.length === 0 && isNext && heldMs >= 0 && heldMs < HOLD_MS;
    // An entry taken as a whole changes nothing for the next one, which need not wait until the verdict is stored.
    if (mayGoOn && verdict.kind === 'stored' && sent.isWhole) {
      toStore.push(finished);
    } else {
      await store();
      await applyVerdict(db, finished, deps);
    }
    if (sent.isAlone) await deps.wait(BULK_DELAY_MS);
    // Nothing may come that it could be stored with.
    if (!mayGoOn || !(await begin())) await store();
  }
  await store();
  const judged = await separateLoneFailures(db, unanswered, { isThere, deps });
  for (const finished of judged) await applyVerdict(db, finished, deps);
  await noteSyncState(db, { sending: 0 });
  const isAnyBehind = judged.some(({ verdict }) => verdict.kind === 'step-behind');
  return { hasMore: true, isAnyBehind };
}

interface DrainRound {
  deps: SyncDeps;
  keys: DrainKeys;
  /** Answered, and not yet stored. */
  toStore: readonly FinishedRequest[];
}

/** Starts what may go alongside the requests in flight, each as soon as it is read; returns whether there was any. */
async function beginNext(
  db: UserDb,
  inFlight: RequestsInFlight,
  { deps, keys, toStore }: DrainRound,
): Promise<boolean> {
  const skipped = new Set([...inFlight.keys(), ...toStore.map(({ sent }) => sent.key)]);
  const picked = await pickEntry(db, deps, { ...keys, skipped, inFlight: inFlight.size });
  const { entry, isWatched } = picked;
  if (!entry) return false;
  const { key, rows } = entry;
  // By the receipts that are here, who came first stays first if the server has lost these rows (rule 38).
  const receipts = isOf(entry, 'own') ? await readReceiptTexts(db, rows) : [];
  // Only once a round, because each update makes every tab query again. Whoever reads later waits for this write.
  const marked =
    skipped.size === 0 &&
    noteSyncState(db, { sending: rows.length, sendingUntil: deps.now() + SENDING_MARK_MS });
  // The rows of a watched file go one after another.
  const isFirst = kindOf(entry)?.goesAlone || isWatched;
  inFlight.set(key, { isFirst, ending: send(db, entry, { ...picked, receipts }) });
  await marked;
  const hasRoom = inFlight.size < MOST_IN_FLIGHT && !isFirst;
  if (hasRoom) await beginNext(db, inFlight, { deps, keys, toStore });
  return true;
}

async function send(
  db: UserDb,
  entry: OutboxEntry,
  { isWatched, pace, confirmed, list, receipts }: PickedEntry & { receipts: string[] },
): Promise<FinishedRequest> {
  const part = nextPart(entry, isWatched ? 1 : pace.rows);
  const { key, rows, attempts } = part;
  const [first] = isWatched && isOf(part, 'own') ? part.rows : [];
  const isAlone = first !== undefined;
  const alone = isAlone ? await sendRow(db.userId, first, attempts) : undefined;
  // Only a push answers with the row that is there in its place.
  const isKnown = alone?.kind === 'rejected' && alone.code === 'duplicate_referral';
  const verdict = alone && !isKnown ? alone : await sendEntry(db, part, receipts);
  const isWhole = rows.length === entry.rows.length;
  return { sent: { key, rows, isWhole, isAlone }, verdict, confirmed, list };
}

/**
 * Tells requests that fail alone from an absent network. If our server answers a small question, or a request that
 * ended after them, those without an answer step behind the others; otherwise a firewall that dislikes one row would
 * hold everything up. An absent network means one backoff and is no row's fault; the question has already recorded it.
 */
async function separateLoneFailures(
  db: UserDb,
  unanswered: readonly FinishedRequest[],
  { isThere, deps }: { isThere: boolean; deps: SyncDeps },
): Promise<FinishedRequest[]> {
  if (unanswered.length === 0) return [];
  const isAway = !isThere && !(await checkUser(db, deps));
  return unanswered.map((outcome) => {
    const { verdict } = outcome;
    if (isAway || verdict.kind !== 'not-sent') return { ...outcome, isToldOf: true };
    return { ...outcome, verdict: { kind: 'step-behind', reason: verdict.reason } };
  });
}
