import type * as v from 'valibot';

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anybody, anybody signed in, an admin. */
type Access = 'public' | 'session' | 'admin';

/** One call of the API: everything client and server must agree on. */
export interface Route {
  readonly method: HttpMethod;
  /** Path under the origin; `:name` marks a parameter. */
  readonly path: `/api/${string}`;
  readonly access: Access;
  readonly params?: v.GenericSchema<unknown, Record<string, string>>;
  readonly query?: v.GenericSchema;
  readonly body?: v.GenericSchema;
  /** Success statuses and the shape each one carries. */
  readonly answers: Readonly<Record<number, v.GenericSchema>>;
  /** The person says again who they are, if they last did so over ten minutes ago: 403 `password_needed`, then `proveIdentity`. */
  readonly asksAgain?: true;
  /** Statuses of refusals that the other fields do not tell. */
  readonly refusals?: readonly number[];
  /**
   * Media types besides JSON that this body may come as; where a field is named, the list that comes is that field.
   */
  readonly bodyTypes?: Readonly<Record<string, string | undefined>>;
  /** Two calls may share method and path; this one is meant if the query has the parameter. */
  readonly whenQuery?: string;
  /** Inflated size of the body in bytes; BODY_LIMIT_BYTES if absent. */
  readonly bodyLimitBytes?: number;
  /** A read that changes each time, or returns changes since a cursor, carries no tag. */
  readonly hasEtag?: false;
  /** Of a write at the desk: paths of the reads it can change (`TOUCHED_BY`). */
  readonly touches?: readonly string[];
}

type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined;
type Input<S> = S extends v.GenericSchema ? v.InferInput<S> : undefined;

/** The parts of a request as a handler gets them, parsed. */
export type RouteParams<R extends Route> = Output<R['params']>;
export type RouteQuery<R extends Route> = Output<R['query']>;
export type RouteBody<R extends Route> = Output<R['body']>;
/** The body as a caller writes it, before parsing. */
export type RouteBodyInput<R extends Route> = Input<R['body']>;
export type RouteQueryInput<R extends Route> = Input<R['query']>;

/** What the call answers on success, with whichever status. */
export type RouteAnswer<R extends Route> = {
  [Status in keyof R['answers']]: Output<R['answers'][Status]>;
}[keyof R['answers']];
