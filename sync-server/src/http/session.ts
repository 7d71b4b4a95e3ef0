import { hash, randomUUID } from 'node:crypto';
import { HOUR_MS, SESSION_IDLE_MS, type Role } from '@sunloop/shared-types';
import { lookUpBy } from '../db/look-up.ts';
import { defineStatement } from '../db/statement.ts';
import type { Middleware, RequestContext } from './context.ts';
import { signedCookieReader } from './signed-cookie.ts';

/** A session's use is written, and its cookie renewed, at most this often; so much earlier than 30 days may it end. */
const TOUCH_AFTER_MS = HOUR_MS;
const IDLE_SECONDS = SESSION_IDLE_MS / 1000;
export const SESSION_COOKIE = 'sunloop.sid';
const COOKIE = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true } as const;

interface SessionRow {
  key: string;
  userId: string;
  role: Role;
  isStale: boolean;
}

export interface SessionOptions {
  readonly isHttps: boolean;
  /** Signing keys of cookies, newest first. */
  readonly keys: readonly string[];
}

/**
 * Sessions in PostgreSQL: a signed cookie with a random id whose SHA-256 is the row's key. Ends after 30 days
 * without use (rolling), with its row, or when the user is not active.
 */
export function sessionMiddleware({ isHttps, keys }: SessionOptions): Middleware {
  const readCookie = signedCookieReader(SESSION_COOKIE, keys);
  return async (ctx, next) => {
    // Behind a proxy that ends TLS the connection itself is plain; PUBLIC_ORIGIN says what people see.
    if (isHttps) ctx.cookies.secure = true;
    const id = readCookie(ctx);
    const isStale = id !== undefined && (await readSession(ctx, id));
    try {
      await next();
    } finally {
      // Also where the call was refused: it used its session all the same.
      await settle(ctx, { id, isStale });
    }
  };
}

/**
 * Signs a user in under a new session id; the one before it, if any, ends. `password` is the stored hash the
 * sign-in was judged by: where it was replaced meanwhile, the session opens nothing.
 */
export function startSession(ctx: RequestContext, user: { id: string; password: string }): void {
  ctx.state.sessionChange = { signsIn: user };
}

/** Signs out: the row and the cookie go when the request ends. */
export function stopSession(ctx: RequestContext): void {
  ctx.state.sessionChange = { signsIn: undefined };
}

/** The row's key of the session this request came with. */
export function sessionKeyOf(ctx: RequestContext): string {
  const { sessionKey } = ctx.state;
  if (sessionKey === undefined) throw new Error('this request has no session');
  return sessionKey;
}

const rowKey = (id: string) => hash('sha256', id, 'hex');

const findSession = lookUpBy<SessionRow>(
  defineStatement(
    'find-sessions',
    `select s.id as key, u.id as "userId", u.role,
       s.last_used_at < now() - interval '${TOUCH_AFTER_MS} milliseconds' as "isStale"
     from sessions s join users u on u.id = s.user_id
     where s.id = any($1::text[]) and s.expires_at > now() and u.is_active = 'true'`,
  ),
);

/** Leaves who is signed in on the context; answers whether the session's use is to be written. */
async function readSession({ state }: RequestContext, id: string): Promise<boolean> {
  const key = rowKey(id);
  const row = await findSession(state.em, key);
  if (!row) return false;
  state.signedIn = { userId: row.userId, role: row.role };
  state.sessionKey = key;
  return row.isStale;
}

async function settle(
  ctx: RequestContext,
  { id, isStale }: { id: string | undefined; isStale: boolean },
): Promise<void> {
  const { sessionChange } = ctx.state;
  if (sessionChange) {
    if (id !== undefined) await endSession(ctx, id);
    await (sessionChange.signsIn ? begin(ctx, sessionChange.signsIn) : forget(ctx));
  } else if (isStale && id !== undefined) {
    await touchSession(ctx, id);
  }
}

// The lock waits for a change of the password or of who is active, which ends the sessions it finds: one
// that starts beside it would outlive it.
const START_SESSION = `
  insert into sessions (id, user_id, expires_at)
  select :key, u.id, now() + make_interval(secs => :idle) from users u
  where u.id = :user and u.password = :password and u.is_active = 'true' for share`;

async function begin(ctx: RequestContext, user: { id: string; password: string }): Promise<void> {
  const id = randomUUID();
  await ctx.state.em.execute(START_SESSION, {
    key: rowKey(id),
    user: user.id,
    password: user.password,
    idle: IDLE_SECONDS,
  });
  ctx.cookies.set(SESSION_COOKIE, id, { ...COOKIE, maxAge: SESSION_IDLE_MS });
}

function forget(ctx: RequestContext): void {
  ctx.cookies.set(SESSION_COOKIE, '', { ...COOKIE, expires: new Date(0) });
}

// Calls beside each other write it once, and never bring back one that has ended.
async function touchSession(ctx: RequestContext, id: string): Promise<void> {
  await ctx.state.em.execute(
    `update sessions set last_used_at = now(), expires_at = now() + make_interval(secs => ?)
     where id = ? and last_used_at < now() - make_interval(secs => ?)`,
    [IDLE_SECONDS, rowKey(id), TOUCH_AFTER_MS / 1000],
  );
  ctx.cookies.set(SESSION_COOKIE, id, { ...COOKIE, maxAge: SESSION_IDLE_MS });
}

async function endSession(ctx: RequestContext, id: string): Promise<void> {
  await ctx.state.em.execute('delete from sessions where id = ?', [rowKey(id)]);
}
