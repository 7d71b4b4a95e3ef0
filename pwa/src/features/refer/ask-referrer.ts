import { publicRoutes } from '@sunloop/shared-types';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/problems.ts';
import type { Referrer } from './use-referrer.ts';

const NOT_FOUND = 404;

/** Asks the server whose code this is; never throws, for the page stands without an answer too. */
export async function askReferrer(code: string, signal: AbortSignal): Promise<Referrer> {
  try {
    const { data } = await call(publicRoutes.referrer, { params: { code }, signal });
    return { kind: 'known', name: data.referrerName };
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === NOT_FOUND;
    return { kind: isUnknown ? 'unknown' : 'away' };
  }
}
