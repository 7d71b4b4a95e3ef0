import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { BenchRow } from '../rows.ts';
import { CHECK, DELTA, INSERT, SESSION, STATS, USER, type Statement } from './statements.ts';

/** Runs a statement the contestant's way. */
export type Run = (
  statement: Statement,
  params: readonly string[],
) => Promise<readonly Record<string, unknown>[]>;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const SESSION_COOKIE = /sunloop\.sid=([^;]+)/;

/** What the plain contestants have in common: the statements for a request, and the shape of its answer. */
export async function answerPlainly(request: IncomingMessage, run: Run): Promise<Answer> {
  const id = SESSION_COOKIE.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const [session] = await run(SESSION, [createHash('sha256').update(id).digest('hex')]);
  if (!session) return { status: 401, body: { error: 'Please sign in' } };
  const userId = String(session['userId']);
  const url = new URL(request.url ?? '/', 'http://localhost');
  const call = `${request.method} ${url.pathname}`;
  if (call === 'POST /api/referrals') {
    const row = (await json(request)) as BenchRow;
    const [referral] = await run(INSERT, [userId, JSON.stringify([row])]);
    return { status: 201, body: referral };
  }
  if (call === 'POST /api/sync/push') {
    const { referrals } = (await json(request)) as { referrals: BenchRow[] };
    const stored = await run(INSERT, [userId, JSON.stringify(referrals)]);
    const results = stored.map((row) => ({ id: row['id'], status: 'created', referral: row }));
    return { status: 200, body: { results } };
  }
  return { status: 200, body: await read(url, userId, run) };
}

async function read(url: URL, userId: string, run: Run): Promise<unknown> {
  if (url.pathname === '/api/stats') return (await run(STATS, [userId, userId]))[0];
  if (url.pathname === '/api/user') return (await run(USER, [userId]))[0];
  if (url.pathname !== '/api/referrals') return run(CHECK, [userId]);
  const since = url.searchParams.get('since') || '0';
  return (await run(DELTA, [userId, since, userId, since]))[0];
}
