import { publicRoutes } from '@sunloop/shared-types/visitors/landing-routes.ts';
import { call } from '@sunloop/engine/api/client.ts';
import { ApiError } from '@sunloop/engine/api/problems.ts';
import { fetchProgramme } from '@sunloop/engine/api/fetch-programme.ts';
import type { LandingAnswer, Referrer } from './use-landing.ts';

const NOT_FOUND = 404;

/** Asks the server for what the page does not contain; never throws, because the page works without an answer, too. */
export async function askLanding(code: string, signal: AbortSignal): Promise<LandingAnswer> {
  const [referrer, help] = await Promise.all([askReferrer(code, signal), askHelp()]);
  return { referrer, help };
}

async function askHelp() {
  try {
    return (await fetchProgramme())?.help;
  } catch {
    // Nobody answered: the page names nobody, and asks again when the network is back.
    return undefined;
  }
}

async function askReferrer(code: string, signal: AbortSignal): Promise<Referrer> {
  try {
    const { data } = await call(publicRoutes.referrer, { params: { code }, signal });
    return { kind: 'known', name: data.referrerName, hasPicture: data.hasPicture };
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === NOT_FOUND;
    return { kind: isUnknown ? 'unknown' : 'away' };
  }
}
