import {
  ErrorBody,
  EXPECTED_USER_HEADER,
  OURS_HEADER,
  OURS_HEADER_VALUE,
  type Route,
} from '@sunloop/shared-types';
import * as v from 'valibot';
import { ApiError, NotSent } from './problems.ts';

/** A whole log is generated while it is sent, which takes longer than a screen may wait. Milliseconds. */
const FILE_TIMEOUT_MS = 60_000;

interface FileInput {
  query: Record<string, string | undefined>;
  expectedUser: string;
}

/**
 * A read that answers a file instead of JSON. Throws `ApiError` and `NotSent` as `call` does. In a file of its own,
 * because customers need none of it.
 */
export async function callText(route: Route, { query, expectedUser }: FileInput): Promise<string> {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const timeout = AbortSignal.timeout(FILE_TIMEOUT_MS);
  try {
    const response = await fetch(`${route.path}?${new URLSearchParams(pairs)}`, {
      headers: { [EXPECTED_USER_HEADER]: expectedUser },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
      signal: timeout,
    });
    if (response.headers.get(OURS_HEADER) !== OURS_HEADER_VALUE) {
      throw new NotSent(response.status >= 500 ? 'server-away' : 'captive');
    }
    const text = await response.text();
    if (response.ok) return text;
    throw refusalOf(response, text);
  } catch (error) {
    if (error instanceof NotSent || error instanceof ApiError) throw error;
    throw new NotSent(timeout.aborted ? 'timeout' : 'offline', error);
  }
}

function refusalOf({ status }: Response, text: string): ApiError | NotSent {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ErrorBody), text);
  return parsed.success ? new ApiError({ status, ...parsed.output }) : new NotSent('malformed');
}
