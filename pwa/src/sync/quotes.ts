import { DAY_MS, publicRoutes } from '@sunloop/shared-types';
import { call } from '../api/client.ts';
import { ApiError, isProblem, type Problem } from '../api/problems.ts';
import { deviceDb, type QuoteInput, type QuoteRow } from '../data/device-db.ts';
import { withReopen } from '../data/with-reopen.ts';
import { registerBackgroundSync } from './background-sync.ts';
import { BACKOFF_MAX_MS, backoffMs, hasCome } from './backoff.ts';
import { realDeps, type SyncDeps } from './deps.ts';

/** Longer than a question and a request may take. */
const CLAIM_MS = 40_000;
const REFUSES_DATA = new Set([400, 409, 410, 413]);

/**
 * Keeps a visitor's request on this device; once it resolves it is saved. Answers its key. Throws
 * `StorageFull` when the disk is full.
 */
export async function enqueueQuote(quote: QuoteInput): Promise<number> {
  const times = { savedAt: Date.now(), failures: 0, nextAt: 0, holdUntil: 0, claimedUntil: 0 };
  const key = await withReopen(deviceDb, () =>
    deviceDb.quotes.add({ state: 'waiting', quote, ...times }),
  );
  await registerBackgroundSync();
  return key;
}

/** What was asked for on this device, oldest first. A Dexie read, for a live query. */
export function readQuotes(): Promise<QuoteRow[]> {
  return deviceDb.quotes.toArray();
}

/** Forgets one, because the visitor said so or has seen what became of it. */
export async function removeQuote(key: number): Promise<void> {
  await withReopen(deviceDb, () => deviceDb.quotes.delete(key));
}

/** When the next one wants to be tried, in epoch milliseconds; null when none waits. */
export async function nextQuoteAt(): Promise<number | null> {
  const waiting = await deviceDb.quotes.where('state').equals('waiting').toArray();
  return waiting.length === 0 ? null : Math.min(...waiting.map(dueAt));
}

const dueAt = ({ nextAt, holdUntil, claimedUntil }: QuoteRow) =>
  Math.max(nextAt, holdUntil, claimedUntil);

/**
 * Sends what waits and is due, in order. Quotes have no id of the device's making, so an answer lost after
 * the server took one means that it is sent twice: an installer would rather close a second request than
 * never hear of the first. To keep that rare, one tab at a time claims a request, and after a failed try the
 * server is asked something small first. A second copy makes no second referral.
 */
export async function drainQuotes(deps: SyncDeps = realDeps): Promise<void> {
  for (let row = await claimNext(deps); row; row = await claimNext(deps)) {
    await settle(row.key, await trySending(row, deps));
  }
  const past = deps.now() - DAY_MS;
  await deviceDb.quotes
    .filter(({ state, triedAt = past }) => state === 'sent' && triedAt < past)
    .delete();
}

/** As `drainQuotes`, at once whatever the backoff says: the visitor, the network or a page came back. */
export async function drainQuotesNow(deps: SyncDeps = realDeps): Promise<void> {
  await withReopen(deviceDb, () =>
    deviceDb.quotes.where('state').equals('waiting').modify({ nextAt: 0 }),
  );
  await drainQuotes(deps);
}

function claimNext({ now }: SyncDeps): Promise<QuoteRow | undefined> {
  const { quotes } = deviceDb;
  return withReopen(deviceDb, () =>
    deviceDb.transaction('rw', quotes, async () => {
      const waiting = await quotes.where('state').equals('waiting').sortBy('key');
      const row = waiting.find((each) => hasCome(dueAt(each), now()));
      if (row) await quotes.update(row.key, { claimedUntil: now() + CLAIM_MS, triedAt: now() });
      return row;
    }),
  );
}

async function trySending(row: QuoteRow, deps: SyncDeps): Promise<Partial<QuoteRow>> {
  const { quote, failures } = row;
  if (!quote) return { state: 'sent' };
  try {
    if (failures > 0) await askSomethingSmall(quote);
    await call(publicRoutes.requestQuote, { body: quote });
    return { state: 'sent', quote: null };
  } catch (error) {
    if (!isProblem(error)) throw error;
    return changesOf(error, row, deps);
  }
}

/** Throws when nobody of ours is there; what it answers does not matter. */
async function askSomethingSmall({ referralCode }: QuoteInput): Promise<void> {
  try {
    await call(publicRoutes.referrer, { params: { code: referralCode ?? 'none' } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
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
  // Nothing was taken, so the next try needs no question first.
  return { holdUntil: deps.now() + (retryAfterMs ?? BACKOFF_MAX_MS), reason, error };
}

async function settle(key: number, changes: Partial<QuoteRow>): Promise<void> {
  await withReopen(deviceDb, () => deviceDb.quotes.update(key, { ...changes, claimedUntil: 0 }));
}
