import { customerRoutes, type PushRow } from '@sunloop/shared-types';
import { call } from '../../api/client.ts';
import { isProblem, NotSent } from '../../api/problems.ts';
import { nextRows } from '../../data/outbox-entry.ts';
import { ACTS_VERSION, type OutboxEntry, type UserDb } from '../../data/user-db.ts';
import { applyVerdict, type Outcome } from './apply-verdict.ts';
import type { Sent } from './change-entry.ts';
import { lastKey } from '../waiting/find-unsent.ts';
import { checkUser } from '../session/check-user.ts';
import type { SyncDeps } from '../deps.ts';
import { withLock } from '../lock.ts';
import { BATCHES_IN_FLIGHT, type Picked, pickEntry } from './pick-entry.ts';
import { Gathered } from './gathered.ts';
import { SendingMark } from './sending-mark.ts';
import { settleDue } from './unsettled.ts';
import { judgeAnswer, judgeProblem, type Verdict } from './verdict.ts';

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
  // What steps behind meanwhile gets a later key and keeps its pause.
  const urgentUpTo = isUrgent ? await lastKey(db) : 0;
  while (await withLock(lock, () => sendRound(db, deps, urgentUpTo)));
}

/** A request that has ended, and whether it held all rows of its entry. */
interface Flown extends Outcome {
  sent: Sent & { isWhole: boolean };
}

/** Requests on their way, by the key of their entry. */
type Flights = Map<number, { isActs: boolean; rows: number; ending: Promise<Flown> }>;

const rowsOf = (flights: Flights) => [...flights.values()].reduce((sum, { rows }) => sum + rows, 0);

/** How long one holder of the lock starts new requests, in milliseconds; a slow connection gets only the first ones. */
const HOLD_MS = 2000;

/**
 * Sends under one hold of the lock: requests side by side, each followed by the next. Returns whether there may be more
 * to do. Requests without an answer are judged last, by what became of the others.
 */
async function sendRound(db: UserDb, deps: SyncDeps, urgentUpTo: number): Promise<boolean> {
  await settleDue(db, deps);
  const begunAt = deps.now();
  const flights: Flights = new Map();
  const gathered = new Gathered(db, deps);
  const mark = new SendingMark(db, deps);
  const begin = () => beginNext(db, flights, { deps, urgentUpTo, gathered, mark });
  if (!(await begin())) return false;
  const unanswered: Flown[] = [];
  let isThere = false;
  while (flights.size > 0) {
    const next = Promise.race([...flights.values()].map(({ ending }) => ending));
    await mark.setIfLong(rowsOf(flights), next);
    const flown = await gathered.until(next);
    const { sent, verdict } = flown;
    flights.delete(sent.key);
    if (verdict.kind === 'not-sent') {
      unanswered.push(flown);
      continue;
    }
    isThere ||= unanswered.length > 0;
    const heldMs = deps.now() - begunAt;
    // What comes after acts may depend on them.
    const isBeforeActs = [...flights.values()].every(({ isActs }) => !isActs);
    const mayGoOn = unanswered.length === 0 && isBeforeActs && heldMs >= 0 && heldMs < HOLD_MS;
    // An entry taken as a whole changes nothing for the next one, which need not wait until the verdict is stored.
    if (mayGoOn && verdict.kind === 'stored' && sent.isWhole) {
      gathered.add(flown);
    } else {
      await gathered.store();
      await applyVerdict(db, flown, deps);
    }
    if (mayGoOn) await begin();
  }
  await gathered.store();
  const told = await tellAlone(db, unanswered, { isThere, deps });
  for (const flown of told) await applyVerdict(db, flown, deps);
  await mark.clear();
  return true;
}

interface Beginning {
  deps: SyncDeps;
  urgentUpTo: number;
  gathered: Gathered;
  mark: SendingMark;
}

/** Starts requests that may go alongside those in flight; returns whether it started any. */
async function beginNext(db: UserDb, flights: Flights, beginning: Beginning): Promise<boolean> {
  let hasBegun = false;
  // One by one, so that the first is on its way while the second is read.
  while (await beginOne(db, flights, beginning)) hasBegun = true;
  return hasBegun;
}

/** Starts one more request if one may go; returns whether it did. */
async function beginOne(
  db: UserDb,
  flights: Flights,
  { deps, urgentUpTo, gathered, mark }: Beginning,
): Promise<boolean> {
  if (flights.size >= BATCHES_IN_FLIGHT) return false;
  const skipped = new Set([...flights.keys(), ...gathered.keys]);
  const picked = await pickEntry(db, deps, { urgentUpTo, skipped, inFlight: flights.size });
  const { entry } = picked;
  if (!entry) return false;
  const rows = nextRows(entry, picked.pace.rows);
  const isActs = entry.v === ACTS_VERSION;
  // Whoever replaces an act has to see that it may have arrived (rule 26), even if that cannot be written into its entry.
  if (isActs) await mark.set(rows.length);
  const ending = send(db, { entry, rows }, picked);
  flights.set(entry.key, { isActs, rows: rows.length, ending });
  return true;
}

async function send(
  db: UserDb,
  { entry, rows }: { entry: OutboxEntry; rows: PushRow[] },
  { confirmed, list }: Picked,
): Promise<Flown> {
  const verdict = await judge(db, entry, rows);
  const isWhole = rows.length === entry.rows.length;
  return { sent: { key: entry.key, rows, isWhole }, verdict, confirmed, list };
}

async function judge(db: UserDb, entry: OutboxEntry, rows: PushRow[]): Promise<Verdict> {
  try {
    if (entry.v === ACTS_VERSION) return await (await loadActs()).sendActs(db, entry, rows);
    const body = { referrals: rows, brief: true, briefStored: true };
    const { data } = await call(customerRoutes.pushReferrals, { body, expectedUser: db.userId });
    return judgeAnswer(data, rows, db.userId);
  } catch (error) {
    if (!isProblem(error)) throw error;
    return judgeProblem(error, rows.length, entry.attempts);
  }
}

/** Only an admin's queue needs this code; failing to load it now is not a lasting failure. */
function loadActs() {
  return import('../acts/send-acts.ts').catch((error: unknown) => {
    throw new NotSent('offline', error);
  });
}

/**
 * Tells requests that fail alone from an absent network. If our server answers a small question, or a request that
 * ended after them, those without an answer step behind the others; otherwise a firewall that dislikes one row would
 * hold everything up. An absent network means one backoff and is no row's fault; the question has already recorded it.
 */
async function tellAlone(
  db: UserDb,
  unanswered: readonly Flown[],
  { isThere, deps }: { isThere: boolean; deps: SyncDeps },
): Promise<Flown[]> {
  if (unanswered.length === 0) return [];
  const isAway = !isThere && !(await checkUser(db, deps));
  return unanswered.map((outcome) => {
    const { verdict } = outcome;
    if (isAway || verdict.kind !== 'not-sent') return { ...outcome, isToldOf: true };
    return { ...outcome, verdict: { kind: 'step-behind', reason: verdict.reason } };
  });
}
