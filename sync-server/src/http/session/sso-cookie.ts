import { MINUTE_MS } from '@sunloop/shared-types/limits.ts';
import * as v from 'valibot';
import type { RequestContext } from '../context.ts';
import { hostCookieName } from './cookie-name.ts';

const COOKIE = 'sunloop.sso';
/** Time to sign in at the identity provider. Milliseconds. */
const LASTS_MS = 10 * MINUTE_MS;
const OPTIONS = {
  signed: true,
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  overwrite: true,
} as const;

const SsoTrip = v.object({
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  to: v.string(),
  /** Absent from a trip that another build began. */
  asksAgain: v.optional(v.boolean()),
  endsAt: v.number(),
});

/** What this browser must bring back from the identity provider, and where it goes then. */
export type SsoTrip = Omit<v.InferOutput<typeof SsoTrip>, 'endsAt'>;

/** Remembers a trip to the identity provider in this browser; a newer one takes its place. */
export function rememberTrip(ctx: RequestContext, trip: SsoTrip): void {
  const text = JSON.stringify({ ...trip, endsAt: Date.now() + LASTS_MS });
  const value = Buffer.from(text).toString('base64url');
  ctx.cookies.set(hostCookieName(ctx, COOKIE), value, { ...OPTIONS, maxAge: LASTS_MS });
}

/** The trip this browser is on, which ends with this; undefined if it is on none or it took too long. */
export function takeTrip(ctx: RequestContext): SsoTrip | undefined {
  const name = hostCookieName(ctx, COOKIE);
  const value = ctx.cookies.get(name, { signed: true });
  if (value === undefined) return undefined;
  ctx.cookies.set(name, '', OPTIONS);
  // Only what we signed is read.
  const trip = v.parse(SsoTrip, JSON.parse(Buffer.from(value, 'base64url').toString('utf8')));
  return trip.endsAt > Date.now() ? trip : undefined;
}
