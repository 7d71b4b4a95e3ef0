import { createHash } from 'node:crypto';
import type Koa from 'koa';
import { createSession } from 'koa-session';
import { HOUR_MS, SESSION_IDLE_MS, type Role } from '@sunloop/shared-types';
import type { Middleware, RequestContext } from './context.ts';

/** A session's use is written at most this often; so much earlier than 30 days may it end. */
const TOUCH_AFTER_MS = HOUR_MS;
export const SESSION_COOKIE = 'sunloop.sid';

interface SessionData {
  userId?: string;
}
interface StoreOptions {
  ctx?: RequestContext;
}
interface SessionRow {
  userId: string;
  role: Role;
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
      rolling: true,
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

const rowKey = (id: string) => createHash('sha256').update(id).digest('hex');

function stateOf({ ctx }: StoreOptions): RequestContext['state'] {
  if (!ctx) throw new Error('koa-session gave no context');
  return ctx.state;
}

async function readSession(id: string, _maxAge: number, options: StoreOptions) {
  const state = stateOf(options);
  const key = rowKey(id);
  const [row] = await state.em.execute<SessionRow[]>(
    `select u.id as "userId", u.role from sessions s join users u on u.id = s.user_id
     where s.id = ? and s.expires_at > now() and u.is_active = 'true'`,
    [key],
  );
  if (!row) return undefined;
  state.signedIn = row;
  state.hasSessionRow = true;
  state.sessionKey = key;
  return { userId: row.userId } satisfies SessionData;
}

// The lock waits for a change of the password or of who is active, which ends the sessions it finds: one
// that starts beside it would outlive it.
const START_SESSION = `
  insert into sessions (id, user_id, expires_at)
  select :key, u.id, now() + make_interval(secs => :idle) from users u
  where u.id = :user and u.password = :password and u.is_active = 'true' for share`;

async function saveSession(id: string, data: SessionData, _age: number, options: StoreOptions) {
  const state = stateOf(options);
  const idle = SESSION_IDLE_MS / 1000;
  if (state.hasSessionRow) {
    await state.em.execute(
      `update sessions set last_used_at = now(), expires_at = now() + make_interval(secs => ?)
       where id = ? and last_used_at < now() - make_interval(secs => ?)`,
      [idle, rowKey(id), TOUCH_AFTER_MS / 1000],
    );
    return;
  }
  if (data.userId === undefined) return;
  await state.em.execute(START_SESSION, {
    key: rowKey(id),
    user: data.userId,
    password: state.signedInBy ?? null,
    idle,
  });
  state.hasSessionRow = true;
}

async function endSession(id: string, options: StoreOptions) {
  await stateOf(options).em.execute('delete from sessions where id = ?', [rowKey(id)]);
}
