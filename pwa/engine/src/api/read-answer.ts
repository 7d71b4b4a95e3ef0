import { ErrorBody } from '@sunloop/shared-types/errors.ts';
import { OURS_HEADER, OURS_HEADER_VALUE } from '@sunloop/shared-types/limits.ts';
import type { Route, RouteAnswer } from '@sunloop/shared-types/route.ts';
import * as v from 'valibot';
import { ApiError, NotSent } from './problems.ts';

/** A parsed answer of our server, with its tag for the next request. */
export interface Answer<R extends Route> {
  status: number;
  data: RouteAnswer<R>;
  etag: string | null;
  /** The cursor of the next page; undefined for the last one, and for what has no pages. */
  next: string | undefined;
  /** What else our server says, of which each call knows its own. */
  headers: Headers;
  notModified: false;
}

/** 304: what the caller holds under this tag is still current. */
export interface NotModified {
  status: 304;
  etag: string | null;
  next: string | undefined;
  notModified: true;
}

const NETWORK_LOGIN_REQUIRED = 511;

/**
 * Turns a response into an answer of the route, or throws: `ApiError` if our server refused, `NotSent` if somebody else
 * answered or the body does not match the shared schema.
 */
export async function readAnswer<R extends Route>(
  route: R,
  response: Response,
): Promise<Answer<R> | NotModified> {
  requireOurs(response);
  const { status, headers } = response;
  const etag = headers.get('ETag');
  const next = nextOf(headers.get('Link'));
  if (status === 304) return { status: 304, etag, next, notModified: true };
  const text = await response.text();
  if (status >= 400) throw refusalOf(response, text);
  const body = parseJson(text);
  const schema = route.answers[status];
  const parsed = schema && v.safeParse(schema, body);
  if (!parsed?.success) throw new NotSent('malformed', parsed?.issues);
  // RouteAnswer is computed from the schema just used, but TypeScript cannot follow the lookup.
  const data = parsed.output as RouteAnswer<R>;
  return { status, data, etag, next, headers, notModified: false };
}

/** Our server links to one page at most: `</api/admin/referrals?after=x>; rel="next"`. */
function nextOf(link: string | null): string | undefined {
  const query = link?.match(/\?([^>]*)>; rel="next"/)?.[1];
  return new URLSearchParams(query).get('after') ?? undefined;
}

/** Throws `NotSent` for an answer that did not come from our server. */
function requireOurs(response: Response): void {
  if (response.headers.get(OURS_HEADER) === OURS_HEADER_VALUE) return;
  const isPortal =
    response.type === 'opaqueredirect' ||
    (response.status >= 200 && response.status < 400) ||
    response.status === NETWORK_LOGIN_REQUIRED;
  throw new NotSent(isPortal ? 'captive' : 'server-away');
}

/** With `refused`, the status means a refusal, whose raw text may be all there is. */
function parseJson(text: string, refused = false): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NotSent('malformed', error, refused ? text : undefined);
  }
}

function refusalOf(response: Response, text: string): ApiError | NotSent {
  const parsed = v.safeParse(ErrorBody, parseJson(text, true));
  if (!parsed.success) return new NotSent('malformed', parsed.issues, text);
  const retryAfterMs = parseSeconds(response.headers.get('Retry-After'));
  return new ApiError({ status: response.status, ...parsed.output, retryAfterMs });
}

/** Our server sends seconds, never an HTTP date. */
function parseSeconds(value: string | null): number | undefined {
  const seconds = Number(value ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
