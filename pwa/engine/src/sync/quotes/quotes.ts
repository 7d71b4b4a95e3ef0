import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { publicRoutes } from '@sunloop/shared-types/visitors/landing-routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { call } from '../../api/client.ts';
import { ApiError, isProblem, type Problem } from '../../api/problems.ts';
import { deviceDb, type QuoteInput, type QuoteRow } from '../../data/device-db.ts';
import { noteStorageTrouble } from '../../data/storage/health.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { registerBackgroundSync } from '../ground/background-sync.ts';
import { BACKOFF_MAX_MS, backoffMs, isPauseOver } from '../ground/backoff.ts';
import { REFUSES_DATA } from '../answers/verdict.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { withLock } from '../ground/lock.ts';

/** How long a device knows what was asked for on it: longer than the way to an installation. */
const FOLLOWED_MS = 180 * DAY_MS;

/**
 * Keeps a visitor's request on this device; once it resolves it is saved. Returns its key. Throws `StorageFull` when
 * the disk is full.
 */
export async function enqueueQuote(quote: QuoteInput): Promise<number> {
  const times = { savedAt: Date.now(), failures: 0, nextAt: 0, holdUntil: 0 };
  const key = await withReopen(deviceDb, () =>
    deviceDb.quotes.add({ state: 'waiting', quote: { id: uuidv7(), ...quote }, ...times }),
  );
  registerBackgroundSync();
  return key;
}

/** Requests made on this device, oldest first. A Dexie read, for a live query. */
export function readQuotes(): Promise<QuoteRow[]> {
  return withReopen(deviceDb, () => deviceDb.quotes.toArray());
}

/** Forgets one, because the visitor asked to or has seen its outcome. */
export async function removeQuote(key: number): Promise<void> {
  await withReopen(deviceDb, () => deviceDb.quotes.delete(key));
}

/** When the next one should be tried, in epoch milliseconds; null if none waits. */
export async function nextQuoteAt(now = Date.now()): Promise<number | null> {
  const waiting = await readWaiting();
  return waiting.length === 0 ? null : Math.min(...waiting.map((row) => dueAt(row, now)));
}

async function readWaiting(): Promise<QuoteRow[]> {
  const waiting = await withReopen(deviceDb, () =>
    deviceDb.quotes.where('state').equals('waiting').sortBy('key'),
  );
  return waiting.filter(({ key }) => !unsettled.has(key));
}

/** When it may be sent; a time set before the clock was put back has passed. */
function dueAt({ nextAt, holdUntil, holdMs }: QuoteRow, now: number): number {
  const comesAt = (at: number, longestMs?: number) => (isPauseOver(at, now, longestMs) ? 0 : at);
  return Math.max(comesAt(nextAt), comesAt(holdUntil, holdMs));
}

/** Outcomes this device could not store; this tab does not send those quotes again. */
const unsettled = new Map<number, Partial<QuoteRow>>();

/**
 * Sends what waits and is due, in order. A request whose answer was lost is sent again under its id, and stored once. One
 * tab at a time sends, so that they do not all do the same.
 */
export async function drainQuotes(deps: SyncDeps = realDeps): Promise<void> {
  for (const [key, changes] of unsettled) await settle(key, changes);
  while (await withLock('sunloop-quotes', () => sendNext(deps)));
  const past = deps.now() - FOLLOWED_MS;
  const isPast = ({ state, triedAt = past }: QuoteRow) => state === 'sent' && triedAt < past;
  await noteQuotes(() => deviceDb.quotes.filter(isPast).delete());
}

/** Returns whether there was one to send. */
async function sendNext(deps: SyncDeps): Promise<boolean> {
  const row = await takeNext(deps);
  if (row) await settle(row.key, await trySending(row, deps));
  return row !== undefined;
}

/** A write that sending can do without; returns whether it was stored. */
async function noteQuotes(write: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await withReopen(deviceDb, write);
    return true;
  } catch (error) {
    noteStorageTrouble(error);
    return false;
  }
}

/** Like `drainQuotes`, but ignoring the backoff, because the visitor, the network or a page came back. */
export async function drainQuotesNow(deps: SyncDeps = realDeps): Promise<void> {
  await noteQuotes(() => deviceDb.quotes.where('state').equals('waiting').modify({ nextAt: 0 }));
  await drainQuotes(deps);
}

/** The next one that is due; shows the page that it is tried, and gives one of an earlier build its id. */
async function takeNext({ now }: SyncDeps): Promise<QuoteRow | undefined> {
  const row = (await readWaiting()).find((each) => dueAt(each, now()) <= now());
  if (!row) return undefined;
  const quote = row.quote && { id: uuidv7(), ...row.quote };
  await noteQuotes(() => deviceDb.quotes.update(row.key, { quote, triedAt: now() }));
  return { ...row, quote };
}

async function trySending(row: QuoteRow, deps: SyncDeps): Promise<Partial<QuoteRow>> {
  if (!row.quote) return { state: 'sent' };
  try {
    const { data } = await call(publicRoutes.requestQuote, { body: row.quote });
    return { state: 'sent', quote: null, receipt: data };
  } catch (error) {
    if (!isProblem(error)) throw error;
    return changesOf(error, row, deps);
  }
}

function changesOf(problem: Problem, row: QuoteRow, deps: SyncDeps): Partial<QuoteRow> {
  const failures = row.failures + 1;
  const again = { failures, nextAt: deps.now() + backoffMs(failures, deps.random()) };
  if (!(problem instanceof ApiError)) return { ...again, reason: problem.reason };
  const { status, code: reason, message: error, fields, retryAfterMs } = problem;
  if (REFUSES_DATA.has(status)) {
    return { state: 'refused', reason, error, ...(fields && { fields }) };
  }
  if (status !== 429) return { ...again, reason, error };
  const holdMs = retryAfterMs ?? BACKOFF_MAX_MS;
  return { holdUntil: deps.now() + holdMs, holdMs, reason, error };
}

async function settle(key: number, changes: Partial<QuoteRow>): Promise<void> {
  const write = () => deviceDb.quotes.update(key, changes);
  if (await noteQuotes(write)) unsettled.delete(key);
  else unsettled.set(key, changes);
}
