import {
  CALLED_SLOW_DOWN,
  CANNED_ANSWERS,
  type CannedAnswer,
} from '../../fixtures/canned-answers.ts';

/** What can happen to a request and its answer between device and server. */
export type Fault =
  /** The connection breaks before the server has seen anything. */
  | 'drop-before'
  /** The server has done it; the connection breaks before a byte of its answer has arrived. */
  | 'drop-after'
  /** Everything arrives, late. */
  | 'delay'
  /** The request is accepted and nothing ever comes back. */
  | 'hang'
  /** The server has done it; the headers and half of the body arrive. */
  | 'cut'
  /** A line of 50 kB/s on which everything takes 400 ms longer. */
  | 'slow'
  /** The server has done it; its answer is held back for as long as the proxy lives. */
  | 'withhold'
  | CannedFault;

/** Somebody answers in place of the server, which sees nothing of it. */
export type CannedFault =
  'foreign-200' | 'foreign-403' | 'foreign-404' | 'foreign-502' | 'too-many' | 'signed-out';

/** How late everything is under `delay`, in either direction. */
export const DELAY_MS = 1500;
export const SLOW_DELAY_MS = 400;
export const SLOW_BYTES_PER_SECOND = 50_000;
/** How long `too-many` asks the app to wait. */
export const RETRY_AFTER_SECONDS = 3;

const html = (status: number, body: string): CannedAnswer => ({
  status,
  headers: { 'Content-Type': 'text/html' },
  body: `<!doctype html><title>${body}</title><h1>${body}</h1>`,
});

/** What each of them answers; without our header it is not our server's answer. */
export const CANNED_FAULTS: Readonly<Record<CannedFault, CannedAnswer>> = {
  'foreign-200': CANNED_ANSWERS.captive,
  'foreign-403': html(403, 'Blocked by the firewall of this network'),
  'foreign-404': html(404, 'Not Found'),
  'foreign-502': CANNED_ANSWERS['bad-gateway'],
  'too-many': {
    ...CALLED_SLOW_DOWN,
    headers: { ...CALLED_SLOW_DOWN.headers, 'Retry-After': String(RETRY_AFTER_SECONDS) },
  },
  'signed-out': {
    ...CANNED_ANSWERS.refused,
    status: 401,
    body: JSON.stringify({ error: 'Please sign in', code: 'unauthenticated' }),
  },
};
