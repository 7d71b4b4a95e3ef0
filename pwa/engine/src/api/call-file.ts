import { ErrorBody } from '@sunloop/shared-types/errors.ts';
import {
  EXPECTED_USER_HEADER,
  OURS_HEADER,
  OURS_HEADER_VALUE,
} from '@sunloop/shared-types/limits.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import * as v from 'valibot';
import { ApiError, NotSent } from './problems.ts';

/** A file of a million rows is made while it is sent, which takes longer than a screen may wait. Milliseconds. */
const FILE_TIMEOUT_MS = 10 * 60_000;

interface FileInput {
  query: Record<string, string | undefined>;
  expectedUser: string;
}

/**
 * A read that answers a file instead of JSON, which a browser may keep on its disk. Throws `ApiError` and `NotSent` as `call` does. In a file of its own,
 * because customers need none of it.
 */
export async function callFile(
  { path }: Pick<Route, 'path'>,
  { query, expectedUser }: FileInput,
): Promise<Blob> {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const timeout = AbortSignal.timeout(FILE_TIMEOUT_MS);
  try {
    const response = await fetch(`${path}?${new URLSearchParams(pairs)}`, {
      headers: { [EXPECTED_USER_HEADER]: expectedUser },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
      signal: timeout,
    });
    if (response.headers.get(OURS_HEADER) !== OURS_HEADER_VALUE) {
      throw new NotSent(response.status >= 500 ? 'server-away' : 'captive');
    }
    if (response.ok) return await response.blob();
    throw refusalOf(response, await response.text());
  } catch (error) {
    if (error instanceof NotSent || error instanceof ApiError) throw error;
    throw new NotSent(timeout.aborted ? 'timeout' : 'offline', error);
  }
}

function refusalOf({ status }: Response, text: string): ApiError | NotSent {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ErrorBody), text);
  return parsed.success ? new ApiError({ status, ...parsed.output }) : new NotSent('malformed');
}
