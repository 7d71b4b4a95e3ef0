import { NewQuote, publicRoutes } from '@sunloop/shared-types';
import * as v from 'valibot';
import { call } from '../../api/client.ts';
import { ApiError, isProblem } from '../../api/problems.ts';

/** What the visitor entered, parsed; the code is the link's. */
export type QuoteFields = Omit<NewQuote, 'referralCode'>;

/** What waits on this device, and why the last try did not get it away. */
export interface Waiting {
  count: number;
  problem: string | undefined;
}

export type QuoteOutcome =
  | { kind: 'sent' }
  | { kind: 'kept' }
  | { kind: 'refused'; message: string; fields: Readonly<Record<string, string>> };

/** Sends a request for a quote. */
export async function sendQuote(fields: QuoteFields, code: string): Promise<QuoteOutcome> {
  const { referralCode } = NewQuote.entries;
  // An address may carry what the server would not take as a code; the request counts without it.
  const body = { ...fields, referralCode: v.is(referralCode, code) ? code : null };
  try {
    await call(publicRoutes.requestQuote, { body });
    return { kind: 'sent' };
  } catch (error) {
    if (!isProblem(error)) throw error;
    const refused = error instanceof ApiError ? error.fields : undefined;
    return { kind: 'refused', message: error.message, fields: refused ?? {} };
  }
}

/** Tells what waits, now and whenever it changes; returns how to stop. */
export function followWaiting(onChange: (waiting: Waiting | undefined) => void): () => void {
  onChange(undefined);
  return () => undefined;
}

/** Tries at once to send what waits. */
export async function sendWaitingQuotes(): Promise<void> {}
