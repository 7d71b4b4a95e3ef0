import type { ErrorCode } from '@sunloop/shared-types/errors.ts';
import type { Role } from '@sunloop/shared-types/ground/user.ts';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type Koa from 'koa';
import type { SessionRead } from './session/session-read.ts';
import type { Deadline } from './bounds/deadline.ts';
import { parseAddress, placeOf } from './client-address.ts';

/** Where a request comes from, for limits and the audit log. */
export interface Client {
  readonly ipAddress: string;
  /** What limits count by: the address, for IPv6 its /64. */
  readonly place: string;
  readonly userAgent: string | null;
}

/** The signed-in user on whose behalf a service works. */
export interface Actor extends Client {
  readonly userId: string;
  readonly role: Role;
}

/** Resolves with at most `limitBytes` of the request's body. */
export type BodyReader = (ctx: RequestContext, limitBytes: number) => Promise<Buffer>;

/** What became of a referral that a device sent, for the figures of the process; names nobody. */
export interface JudgedRow {
  /** `created`, `stored` if it had been stored before, or the code of the refusal. */
  readonly verdict: 'created' | 'stored' | ErrorCode;
  /** From the moment the device says it was added, if that is believable; milliseconds, only of a created one. */
  readonly ageMs?: number;
}

export type NoteRow = (row: JudgedRow) => void;

/** A call's place among those the process works on. */
export interface WorkPlace {
  /** Waits for something that costs nothing, such as a body that is slow to arrive, while the call takes no place. */
  outside<T>(wait: () => Promise<T>): Promise<T>;
}

/** What middleware leaves on the context for a handler. */
export interface RequestState {
  requestId: string;
  log: Logger;
  /** Counts a row a device sent. */
  noteRow: NoteRow;
  /** This request's own EntityManager. */
  em: SqlEntityManager;
  /** Everybody's, for calls that only run SQL: it has no entities. */
  readonly sharedEm: SqlEntityManager;
  /** Among the calls the process works on. */
  place: WorkPlace;
  /** By when it is answered. */
  deadline: Deadline;
  /** Reads a body within the process's bounds. */
  readBody: BodyReader;
  /** Who is signed in, once the session was read. */
  signedIn?: { userId: string; role: Role };
  /** Whether the person who is signed in has earned an achievement they have not been told about. */
  hasNews?: boolean;
  /** Whether this request's session has a row, so that saving never revives an ended one. */
  hasSessionRow?: boolean;
  /**
   * The session exists, but its user's account is inactive: it gives no access, and the refusal
   * says why.
   */
  isInactive?: boolean;
  /** The person has a temporary password, with which they may only choose one of their own. */
  hasTemporaryPassword?: boolean;
  /** An admin's session that must add a second factor before anything else. */
  mustAddFactor?: boolean;
  /** The session came under the cookie's old name, before `__Host-`. */
  hasOldCookie?: boolean;
  /** Hash of the password by which this request signed in. */
  signedInBy?: string;
  /** This request signed in by an identity provider, which answers for a second factor. */
  isVouchedFor?: boolean;
  /** How long before that the person showed who they are, if it is known. Seconds. */
  provedAgo?: number | undefined;
  /** What the route reads together with the session. */
  sessionRead?: SessionRead | undefined;
  /** The row that `sessionRead` found, for a handler, which runs only if the session gives access. */
  sessionRow?: object;
  /** Key of the session's row, for code that ends every session but this one. */
  sessionKey?: string;
}

export type RequestContext = Koa.ParameterizedContext<RequestState>;
export type Middleware = Koa.Middleware<RequestState>;

const USER_AGENT_MAX = 500;

/**
 * The caller's address and browser, cut to a sane length. Behind TRUST_PROXY proxies, the address
 * is what they forward if that is an address, otherwise the peer's.
 */
export function clientOf(ctx: RequestContext): Client {
  const connected = ctx.req.socket.remoteAddress ?? '';
  const ipAddress = parseAddress(ctx.ips[0] ?? '') ?? parseAddress(connected) ?? connected;
  return {
    ipAddress,
    place: placeOf(ipAddress),
    userAgent: ctx.get('User-Agent').slice(0, USER_AGENT_MAX) || null,
  };
}

/**
 * The signed-in user of a request; where it comes from is only looked at when it is asked for, so a spread copy would
 * be without it.
 */
export class RequestActor implements Actor {
  readonly userId: string;
  readonly role: Role;
  readonly #ctx: RequestContext;
  #client: Client | undefined;

  constructor(ctx: RequestContext, { userId, role }: { userId: string; role: Role }) {
    this.userId = userId;
    this.role = role;
    this.#ctx = ctx;
  }

  get ipAddress(): string {
    return this.#from.ipAddress;
  }

  get place(): string {
    return this.#from.place;
  }

  get userAgent(): string | null {
    return this.#from.userAgent;
  }

  get #from(): Client {
    return (this.#client ??= clientOf(this.#ctx));
  }
}
