import { PUSH_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { makeRows } from '../rows.ts';

/** One person's phone. */
export interface Caller {
  readonly userId: string;
  readonly cookie: string;
}

/** A kind of request, and how many of it one turn sends over 1, 10 and 50 connections. */
export interface Operation {
  readonly name: string;
  readonly isWrite?: true;
  readonly counts: Readonly<Record<number, number>>;
  /** Called for each request before the clock starts; `cursor` is the caller's current one. */
  readonly make: (caller: Caller, word: string, cursor: string) => Buffer;
}

const READS = { 1: 1000, 10: 3000, 50: 5000 };

/** Reads come first, because writes make every later read larger. */
export const OPERATIONS: readonly Operation[] = [
  {
    name: 'stats',
    counts: READS,
    make: (caller) => get(caller, routes.stats.path),
  },
  {
    name: 'own user',
    counts: READS,
    make: (caller) => get(caller, routes.currentUser.path),
  },
  {
    name: 'achievement check',
    counts: READS,
    make: (caller) => get(caller, routes.checkAchievements.path.replace(':userId', caller.userId)),
  },
  {
    name: 'delta read',
    counts: READS,
    make: (caller, _, cursor) => get(caller, `${routes.pullReferrals.path}?since=${cursor}`),
  },
  {
    name: 'POST',
    isWrite: true,
    counts: { 1: 400, 10: 800, 50: 1000 },
    make: (caller, word) => post(caller, routes.addReferral.path, makeRows(word, 1)[0]),
  },
  {
    name: 'push of 500',
    isWrite: true,
    counts: { 1: 20, 10: 40, 50: 100 },
    make: (caller, word) =>
      post(caller, routes.pushReferrals.path, { referrals: makeRows(word, PUSH_MAX_ROWS) }),
  },
];

/** A request for everything, whose answer has the caller's cursor. */
export const askForAll = (caller: Caller) => get(caller, `${routes.pullReferrals.path}?since=`);

function get({ cookie }: Caller, path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
}

function post({ cookie }: Caller, path: string, body: unknown): Buffer {
  const text = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}
