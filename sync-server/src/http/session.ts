import { hash } from 'node:crypto';
import type Koa from 'koa';
import { createSession } from 'koa-session';
import { HOUR_MS, SESSION_IDLE_MS, type Role } from '@sunloop/shared-types';
import { lookUpBy } from '../db/look-up.ts';
import { defineStatement, listOf } from '../db/statement.ts';
import type { Middleware, RequestContext } from './context.ts';

/** A session's use is written, and its cookie renewed, at most this often; so much earlier than 30 days may it end. */
const TOUCH_AFTER_MS = HOUR_MS;
const IDLE_SECONDS = SESSION_IDLE_MS / 1000;
export const SESSION_COOKIE = 'sunloop.sid';

interface SessionData {
  userId?: string;
  /** By koa-session's clock, which renews what has less than half of its time left. */
  _expire?: number;
  _maxAge?: number;
}
interface StoreOptions {
  ctx?: RequestContext;
}
interface SessionRow {
  key: string;
  userId: string;
  role: Role;
  isStale: boolean;
}

/**
 * Sessions in PostgreSQL under koa-session: a cookie with a random id whose SHA-256 is the row's key. Ends
 * after 30 days without use (rolling), with its row, or when the user is not active.
 */
export function sessionMiddleware(app: Koa, { isHttps }: { isHttps: boolean }): Middleware {
  const session = createSession(
    {
      key: SESSION_COOKIE,
      maxAge: SESSION_IDLE_MS,
      renew: true,
      sameSite: 'lax',
      ...(isHttps && { secure: true }),
      store: { get: readSession, set: saveSession, destroy: endSession },
    },
    app,
  );
  return async (ctx, next) => {
    // Behind a proxy that ends TLS the connection itself is plain; PUBLIC_ORIGIN says what people see.
    if (isHttps) ctx.cookies.secure = true;
    await session(ctx, next);
  };
}

/**
 * Signs a user in under a new session id; the one before it, if any, ends. `password` is the stored hash the
 * sign-in was judged by: where it was replaced meanwhile, the session opens nothing.
 */
export async function startSession(
  ctx: RequestContext,
  { id, password }: { id: string; password: string },
): Promise<void> {
  const session = sessionOf(ctx);
  session.userId = id;
  ctx.state.hasSessionRow = false;
  ctx.state.signedInBy = password;
  await session.regenerate();
}

/** Signs out: the row and the cookie go when the request ends. */
export function stopSession(ctx: RequestContext): void {
  ctx['session'] = null;
}

/** The row's key of the session this request came with. */
export function sessionKeyOf(ctx: RequestContext): string {
  const { sessionKey } = ctx.state;
  if (sessionKey === undefined) throw new Error('this request has no session');
  return sessionKey;
}

function sessionOf(ctx: RequestContext): SessionData & { regenerate(): Promise<void> } {
  return ctx['session'] as SessionData & { regenerate(): Promise<void> };
}

const rowKey = (id: string) => hash('sha256', id, 'hex');

function stateOf({ ctx }: StoreOptions): RequestContext['state'] {
  if (!ctx) throw new Error('koa-session gave no context');
  return ctx.state;
}

const findSession = lookUpBy<SessionRow>(
  defineStatement(
    'find-sessions',
    `select s.id as key, u.id as "userId", u.role,
       s.last_used_at < now() - interval '${TOUCH_AFTER_MS} milliseconds' as "isStale"
     from sessions s
     cross join lateral (
       select id, role from users where id = s.user_id and is_active = 'true' limit 1
     ) u
     where s.id = any(${listOf('$1', 'text')}) and s.expires_at > now()`,
  ),
);

async function readSession(
  id: string,
  _maxAge: number,
  options: StoreOptions,
): Promise<SessionData | undefined> {
  const state = stateOf(options);
  const key = rowKey(id);
  const row = await findSession(state.em, key);
  if (!row) return undefined;
  state.signedIn = { userId: row.userId, role: row.role };
  state.hasSessionRow = true;
  state.sessionKey = key;
  // The database's clock decides; koa-session is told so in its own terms.
  const leftMs = row.isStale ? SESSION_IDLE_MS / 3 : SESSION_IDLE_MS;
  return { userId: row.userId, _expire: Date.now() + leftMs, _maxAge: SESSION_IDLE_MS };
}

// The lock waits for a change of the password or of who is active, which ends the sessions it finds: one
// that starts beside it would outlive it.
const START_SESSION = `
  insert into sessions (id, user_id, expires_at)
  select :key, u.id, now() + make_interval(secs => :idle) from users u
  where u.id = :user and u.password = :password and u.is_active = 'true' for share`;

async function saveSession(id: string, data: SessionData, _age: number, options: StoreOptions) {
  const state = stateOf(options);
  if (state.hasSessionRow) return touchSession(state, id);
  if (data.userId === undefined) return;
  await state.em.execute(START_SESSION, {
    key: rowKey(id),
    user: data.userId,
    password: state.signedInBy ?? null,
    idle: IDLE_SECONDS,
  });
  state.hasSessionRow = true;
}

// Calls beside each other write it once, and never bring back one that has ended.
async function touchSession({ em }: RequestContext['state'], id: string): Promise<void> {
  await em.execute(
    `update sessions set last_used_at = now(), expires_at = now() + make_interval(secs => ?)
     where id = ? and last_used_at < now() - make_interval(secs => ?)`,
    [IDLE_SECONDS, rowKey(id), TOUCH_AFTER_MS / 1000],
  );
}

async function endSession(id: string, options: StoreOptions) {
  await stateOf(options).em.execute('delete from sessions where id = ?', [rowKey(id)]);
}
