import { hash, randomBytes } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type Koa from 'koa';
import { createSession } from 'koa-session';
import {
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SESSIONS_PER_USER,
  SIGNED_IN_COOKIE,
} from '@sunloop/shared-types/limits.ts';
import { findSession, MUST_ADD_FACTOR, TOUCH_AFTER_MS } from './session-read.ts';
import { shortenAddress } from '../client-address.ts';
import { clientOf, type Middleware, type RequestContext } from '../context.ts';
import { cookieName, hostCookieName } from './cookie-name.ts';

const IDLE_SECONDS = SESSION_IDLE_MS / 1000;
const MAX_SECONDS = SESSION_MAX_MS / 1000;
export const SESSION_COOKIE = 'sunloop.sid';
const ID_BYTES = 32;
/** Over https: a browser accepts it only from this host, so no subdomain can plant one. */
const HOST_COOKIE = `__Host-${SESSION_COOKIE}`;

interface SessionData {
  userId?: string;
  /** Read by koa-session, which renews a session with less than half of its time left. */
  _expire?: number;
  _maxAge?: number;
}
interface StoreOptions {
  ctx?: RequestContext;
}
/**
 * Sessions in PostgreSQL under koa-session: a cookie with a random id whose SHA-256 is the row's
 * key. A session ends after 30 days without use (rolling), 180 days after its sign-in, with its
 * row, or when the user is not active.
 */
export function sessionMiddleware(
  app: Koa,
  { isHttps, em }: { isHttps: boolean; em: SqlEntityManager },
): Middleware {
  const session = createSession(
    {
      key: isHttps ? HOST_COOKIE : SESSION_COOKIE,
      genid: () => randomBytes(ID_BYTES).toString('base64url'),
      maxAge: SESSION_IDLE_MS,
      renew: true,
      sameSite: 'lax',
      ...(isHttps && { secure: true, externalKey: HOST_KEY }),
      store: {
        get: (id, _age, options) => readSession(em, id, options),
        set: (id, data, _age, options) => saveSession(id, data, { ...options, isHttps }),
        destroy: endSession,
      },
    },
    app,
  );
  return async (ctx, next) => {
    // Behind a proxy that ends TLS the connection itself is plain; PUBLIC_ORIGIN says what people see.
    if (isHttps) ctx.cookies.secure = true;
    await session(ctx, async () => {
      // It gets its new name at once; the old one is read until the browser has the new one.
      if (ctx.state.hasOldCookie && ctx.state.hasSessionRow) await sessionOf(ctx).save();
      try {
        await next();
      } finally {
        tellSignedIn(ctx);
      }
    });
  };
}

/**
 * From this cookie, a page whose storage the browser cleared knows that it is worth asking who is
 * signed in; it gives no access.
 */
function tellSignedIn(ctx: RequestContext): void {
  const isIn = (ctx['session'] as SessionData | null)?.userId !== undefined;
  const options = { signed: false, httpOnly: false, sameSite: 'lax', overwrite: true } as const;
  const name = hostCookieName(ctx, SIGNED_IN_COOKIE);
  const isTold = ctx.cookies.get(name, options) === '1';
  if (isIn && !isTold) ctx.cookies.set(name, '1', { ...options, maxAge: SESSION_MAX_MS });
  else if (!isIn && isTold) ctx.cookies.set(name, '', options);
  // From before `__Host-`; scripts would go on reading them.
  const names = new Set([SIGNED_IN_COOKIE, cookieName(ctx, SIGNED_IN_COOKIE)]);
  names.delete(name);
  for (const old of names) if (ctx.cookies.get(old, options)) ctx.cookies.set(old, '', options);
}

const COOKIE_OPTIONS = { signed: true, httpOnly: true, sameSite: 'lax', overwrite: true } as const;

/** The cookie over https; an older session is read once under its name from before `__Host-`. */
const HOST_KEY = {
  get(ctx: RequestContext): string {
    const id = ctx.cookies.get(HOST_COOKIE, COOKIE_OPTIONS);
    if (id !== undefined) return id;
    const old = ctx.cookies.get(SESSION_COOKIE, COOKIE_OPTIONS);
    ctx.state.hasOldCookie = old !== undefined;
    return old ?? '';
  },
  set(ctx: RequestContext, id: string): void {
    const options = { ...COOKIE_OPTIONS, secure: true };
    ctx.cookies.set(HOST_COOKIE, id, { ...options, maxAge: SESSION_IDLE_MS });
    if (ctx.state.hasOldCookie) ctx.cookies.set(SESSION_COOKIE, '', options);
  },
};

interface VouchedFor {
  readonly isVouchedFor?: boolean;
  /** How long ago the person showed who they are, if that is known of somebody who is vouched for. Seconds. */
  readonly provedAgo?: number | undefined;
}

/**
 * Signs a user in under a new session id; the previous session, if any, ends. `password` is the
 * stored hash the sign-in was checked against: if it was replaced meanwhile, the session gives no
 * access. With `isVouchedFor` somebody else answers for who it is, so no second factor has to be set up.
 */
export async function startSession(
  ctx: RequestContext,
  { id, password }: { id: string; password: string },
  { isVouchedFor = false, provedAgo }: VouchedFor = {},
): Promise<void> {
  const session = sessionOf(ctx);
  session.userId = id;
  ctx.state.hasSessionRow = false;
  ctx.state.signedInBy = password;
  ctx.state.isVouchedFor = isVouchedFor;
  ctx.state.provedAgo = provedAgo;
  await session.regenerate();
}

/** Signs out: the row and the cookie go when the request ends. */
export function stopSession(ctx: RequestContext): void {
  ctx['session'] = null;
}

/** The key of the row of this request's session. */
export function sessionKeyOf(ctx: RequestContext): string {
  const { sessionKey } = ctx.state;
  if (sessionKey === undefined) throw new Error('this request has no session');
  return sessionKey;
}

interface OpenSession extends SessionData {
  regenerate(): Promise<void>;
  /** Stores it and sets its cookie; must be done before the response is sent. */
  save(): Promise<void>;
}

function sessionOf(ctx: RequestContext): OpenSession {
  return ctx['session'] as OpenSession;
}

const rowKey = (id: string) => hash('sha256', id, 'hex');

function stateOf({ ctx }: StoreOptions): RequestContext['state'] {
  if (!ctx) throw new Error('koa-session gave no context');
  return ctx.state;
}

// Most calls need no EntityManager of their own, so this one does not make it.
async function readSession(
  em: SqlEntityManager,
  id: string,
  options: StoreOptions,
): Promise<SessionData | undefined> {
  const state = stateOf(options);
  const key = rowKey(id);
  const row = await findSession(em, key, state.sessionRead);
  // Under the old name only sessions made for it count: an attacker could only plant a recent one.
  if (!row || (state.hasOldCookie && row.isHostOnly)) return undefined;
  state.isInactive = row.isActive !== 'true';
  if (state.isInactive) return undefined;
  state.signedIn = { userId: row.userId, role: row.role };
  state.hasNews = row.hasNews;
  state.hasTemporaryPassword = row.hasTemporaryPassword;
  state.mustAddFactor = row.mustAddFactor;
  if (state.sessionRead) state.sessionRow = row;
  state.hasSessionRow = true;
  state.sessionKey = key;
  // The database's clock decides; this translates it for koa-session.
  const leftMs = row.isStale ? SESSION_IDLE_MS / 3 : SESSION_IDLE_MS;
  return { userId: row.userId, _expire: Date.now() + leftMs, _maxAge: SESSION_IDLE_MS };
}

// The lock waits for a change of the password or of `is_active`, which ends the sessions it finds;
// a session started at the same time would survive it.
const START_SESSION = `
  with s as (
    insert into sessions (id, user_id, expires_at, place, user_agent, is_host_only, is_vouched_for, proved_at)
    select :key, u.id, least(now() + make_interval(secs => :idle), u.password_ends_at),
      :place, :userAgent, :isHostOnly, :isVouchedFor, now() - make_interval(secs => :provedAgo::float8)
    from users u
    where u.id = :user and u.password = :password and u.is_active = 'true' for share of u
    returning user_id, is_vouched_for
  )
  select ${MUST_ADD_FACTOR} as "mustAddFactor" from s join users u on u.id = s.user_id`;

// A script that signs in again and again must not fill the table.
const END_OLDEST = `
  delete from sessions where id in (
    select id from sessions where user_id = :user order by last_used_at desc, id offset :max)`;

// Of several calls at once only one writes it, and none revives an ended session.
const TOUCH_SESSION = `
  update sessions s set last_used_at = now(), place = :place, user_agent = :userAgent,
    expires_at = least(now() + make_interval(secs => :idle), s.created_at + make_interval(secs => :max),
      (select password_ends_at from users where id = s.user_id))
  where id = :key and last_used_at < now() - make_interval(secs => :touchAfter)`;

async function saveSession(
  id: string,
  data: SessionData,
  options: StoreOptions & { isHttps: boolean },
) {
  const state = stateOf(options);
  const used = { key: rowKey(id), idle: IDLE_SECONDS, ...whereFrom(options.ctx) };
  if (state.hasSessionRow) {
    const touchAfter = TOUCH_AFTER_MS / 1000;
    await state.em.execute(TOUCH_SESSION, { ...used, max: MAX_SECONDS, touchAfter });
    return;
  }
  if (data.userId === undefined) return;
  const { signedInBy: password = null, isVouchedFor = false, provedAgo = null } = state;
  const [started] = await state.em.execute<{ mustAddFactor: boolean }[]>(START_SESSION, {
    ...used,
    isVouchedFor,
    provedAgo,
    user: data.userId,
    password,
    isHostOnly: options.isHttps,
  });
  state.hasSessionRow = true;
  state.mustAddFactor = started?.mustAddFactor ?? false;
  await state.em.execute(END_OLDEST, { user: data.userId, max: SESSIONS_PER_USER });
}

/** Where a session is used, as shown to the person: never the whole address. */
function whereFrom(ctx: RequestContext | undefined) {
  if (!ctx) return { place: null, userAgent: null };
  const { ipAddress, userAgent } = clientOf(ctx);
  return { place: shortenAddress(ipAddress), userAgent };
}

async function endSession(id: string, options: StoreOptions) {
  await stateOf(options).em.execute('delete from sessions where id = ?', [rowKey(id)]);
}
