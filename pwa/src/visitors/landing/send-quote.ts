import { publicRoutes } from '@sunloop/shared-types/visitors/landing-routes.ts';
import type { NewQuote, QuoteReceipt } from '@sunloop/shared-types/visitors/quotes.ts';
import { followLive } from '@sunloop/engine/data/follow-live.ts';
import { call } from '@sunloop/engine/api/client.ts';
import { isProblem, NotSent } from '@sunloop/engine/api/problems.ts';
import { deviceDb, type QuoteRow } from '@sunloop/engine/data/device-db.ts';
import {
  drainQuotesNow,
  enqueueQuote,
  readQuotes,
  removeQuote,
  startQuotes,
} from '@sunloop/engine/quotes.ts';

/** What the visitor entered, parsed; the code comes from the link. */
export type QuoteFields = Omit<NewQuote, 'id' | 'referralCode'>;

/** What waits on this device, and why the last try failed. */
export interface QuoteQueueState {
  count: number;
  /** The server refused the newest one, so it will never be sent. */
  isRefused: boolean;
  problem: string | undefined;
  /** The newest one that was sent from here. */
  sent: QuoteReceipt | undefined;
}

type Fields = Readonly<Record<string, string>>;

export type QuoteOutcome =
  | { kind: 'sent'; receipt: QuoteReceipt | undefined }
  | { kind: 'kept' }
  | { kind: 'refused'; message: string; fields: Fields };

const REFUSED = 'Your request could not be accepted.';

/** Keeps a request on the device, tries to send it at once, and returns the outcome. */
export async function sendQuote(fields: QuoteFields, code: string): Promise<QuoteOutcome> {
  const quote = { ...fields, referralCode: code };
  const key = await enqueueQuote(quote).catch((error: unknown) => {
    console.warn('This device keeps no requests:', error);
  });
  if (key === undefined) return sendUnkept(quote);
  await drainQuotesNow();
  const row = (await readQuotes()).find((each) => each.key === key);
  if (row?.state === 'waiting') return { kind: 'kept' };
  if (row?.state !== 'refused') return { kind: 'sent', receipt: row?.receipt };
  await removeQuote(key);
  return { kind: 'refused', message: row.error ?? REFUSED, fields: row.fields ?? {} };
}

/** For private windows and full disks: what cannot be kept can still be sent while the page is open. */
async function sendUnkept(body: NewQuote): Promise<QuoteOutcome> {
  try {
    const { data } = await call(publicRoutes.requestQuote, { body });
    return { kind: 'sent', receipt: data };
  } catch (error) {
    if (!isProblem(error)) throw error;
    const fields = error instanceof NotSent ? {} : (error.fields ?? {});
    return { kind: 'refused', message: error.message, fields };
  }
}

/** Keeps sending what waits and reports it, now and whenever it changes; returns how to stop. */
export function followWaiting(
  onChange: (waiting: QuoteQueueState | undefined) => void,
): () => void {
  const stopSending = startQuotes(window);
  const stopReading = followLive(deviceDb, readQuotes)(
    (rows) => onChange(waitingOf(rows)),
    (error: unknown) => console.error('What waits could not be read:', error),
  );
  return () => {
    stopReading();
    stopSending();
  };
}

function waitingOf(rows: readonly QuoteRow[]): QuoteQueueState | undefined {
  const kept = rows.filter(({ state }) => state !== 'sent');
  const newest = kept.at(-1);
  const sent = rows.findLast(({ receipt }) => receipt)?.receipt;
  if (!newest) return sent && { count: 0, isRefused: false, problem: undefined, sent };
  const isRefused = newest.state === 'refused';
  const problem = isRefused ? (newest.error ?? REFUSED) : problemOf(newest);
  return { count: kept.length, isRefused, problem, sent };
}

/** The text for a problem, by its code; a missing connection needs none. */
function problemOf(row: QuoteRow): string | undefined {
  switch (row.reason) {
    case 'captive':
      return 'This Wi-Fi wants you to sign in first.';
    case 'rate_limited':
      return `Many requests came from your network recently, so this one has to wait until ${timeOf(row)}.`;
    case 'server-away':
    case 'internal':
    case 'unavailable':
      return 'Our server cannot be reached right now.';
    default:
      return undefined;
  }
}

const timeOf = ({ holdUntil }: QuoteRow) =>
  new Date(holdUntil).toLocaleTimeString([], { timeStyle: 'short' });

/** Forgets what the server refused, once the visitor has read that. */
export async function dropRefused(): Promise<void> {
  const rows = await readQuotes();
  const refused = rows.filter(({ state }) => state === 'refused');
  await Promise.all(refused.map(({ key }) => removeQuote(key)));
}

/** Tries at once to send what waits. */
export function sendWaitingQuotes(): Promise<void> {
  return drainQuotesNow();
}
