import { EXPECTED_USER_HEADER } from '@sunloop/shared-types/limits.ts';
import { requestPath } from '@sunloop/shared-types/request-path.ts';
import type {
  Route,
  RouteBodyInput,
  RouteParams,
  RouteQueryInput,
} from '@sunloop/shared-types/route.ts';
import { recordEvent } from '../lib/analytics.ts';
import { encodeBody } from './encode-body.ts';
import { ApiError, NotSent } from './problems.ts';
import { type Answer, type NotModified, readAnswer } from './read-answer.ts';

/** DESIGN: a socket that hangs this long counts as not sent. */
export const CALL_TIMEOUT_MS = 15_000;

interface CallOptions {
  /** Id of the user a call is meant for; if the session is another user's, the answer is 409 `user_mismatch`. */
  expectedUser?: string;
  /** Further ones, for a call that tells more than its route. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  timeoutMs?: number;
}

type Part<R extends Route, Name extends keyof Route, Value> = Name extends keyof R
  ? { [key in Name]: Value }
  : unknown;

/** Exactly the parts the route has, and the options of every call. */
export type CallInput<R extends Route> = Part<R, 'params', RouteParams<R>> &
  Part<R, 'query', RouteQueryInput<R>> &
  Part<R, 'body', RouteBodyInput<R>> &
  CallOptions;

interface LooseInput extends CallOptions {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  etag?: string | null;
}

/**
 * Calls our server. Throws `ApiError` if it refused, and `NotSent` if nobody or somebody other than our server
 * answered; the caller's own abort is thrown as it is.
 */
export async function call<R extends Route>(route: R, input: CallInput<R>): Promise<Answer<R>> {
  const answer = await exchange(route, input as LooseInput);
  if (answer.notModified) throw new NotSent('malformed');
  return answer;
}

/** As `call`, for a read of which an older answer is held under `etag`. */
export async function callIfChanged<R extends Route>(
  route: R,
  input: CallInput<R> & { etag: string | null },
): Promise<Answer<R> | NotModified> {
  return exchange(route, input as LooseInput);
}

/** SPEC §8: every failed mutation is recorded by its route and code, never with its content. */
async function exchange<R extends Route>(route: R, input: LooseInput) {
  try {
    return await send(route, input);
  } catch (error) {
    const isKnown = error instanceof ApiError || error instanceof NotSent;
    if (isKnown && route.method !== 'GET') {
      const why = error instanceof ApiError ? error.code : error.reason;
      const { method, path } = route;
      recordEvent('mutation_failed', { method, path, why }, input.expectedUser ?? null);
    }
    throw error;
  }
}

async function send<R extends Route>(route: R, input: LooseInput) {
  const encoded = input.body === undefined ? undefined : await encodeBody(input.body);
  const timeout = AbortSignal.timeout(input.timeoutMs ?? CALL_TIMEOUT_MS);
  try {
    const response = await fetch(requestPath(route, input), {
      method: route.method,
      headers: headersOf(input, encoded?.headers),
      body: encoded?.body ?? null,
      credentials: 'same-origin',
      cache: 'no-store',
      // Our server never redirects; following one would hide that a portal's page is not ours.
      redirect: 'manual',
      signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
    });
    return await readAnswer(route, response);
  } catch (error) {
    if (error instanceof NotSent || error instanceof ApiError) throw error;
    if (input.signal?.aborted) throw error;
    throw new NotSent(timeout.aborted || isTimeout(error) ? 'timeout' : 'offline', error);
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

function headersOf(input: LooseInput, bodyHeaders: Record<string, string> = {}): Headers {
  const headers = new Headers({ Accept: 'application/json', ...bodyHeaders, ...input.headers });
  if (input.expectedUser) headers.set(EXPECTED_USER_HEADER, input.expectedUser);
  if (input.etag) headers.set('If-None-Match', input.etag);
  return headers;
}
