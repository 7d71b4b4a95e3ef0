import type { Role } from '@sunloop/shared-types';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type Koa from 'koa';

/** Where a request comes from, for limits and the audit log. */
export interface Client {
  readonly ipAddress: string;
  readonly userAgent: string | null;
}

/** The signed-in user on whose behalf a service works. */
export interface Actor extends Client {
  readonly userId: string;
  readonly role: Role;
}

/** What middleware before a handler leaves on the context. */
export interface RequestState {
  requestId: string;
  log: Logger;
  /** This request's own EntityManager. */
  em: SqlEntityManager;
  /** Who is signed in, once the session was read. */
  signedIn?: { userId: string; role: Role };
  /** What this request does to its session: who signs in, with the stored hash they were judged by, or nobody. */
  sessionChange?: { signsIn: { id: string; password: string } | undefined };
  /** Key of the session's row, for what ends every session but this one. */
  sessionKey?: string;
}

export type RequestContext = Koa.ParameterizedContext<RequestState>;
export type Middleware = Koa.Middleware<RequestState>;

const USER_AGENT_MAX = 500;
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/** The caller's address (behind TRUST_PROXY proxies) and browser, cut to a sane length. */
export function clientOf(ctx: RequestContext): Client {
  return {
    ipAddress: ctx.ip.replace(MAPPED_IPV4, ''),
    userAgent: ctx.get('User-Agent').slice(0, USER_AGENT_MAX) || null,
  };
}
