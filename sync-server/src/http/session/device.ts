import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { Id } from '@sunloop/shared-types/values/text.ts';
import * as v from 'valibot';
import type { RequestContext } from '../context.ts';
import { cookieName } from './cookie-name.ts';

/** A device on which people have signed in, according to its cookie; only we can sign that. */
export interface KnownDevice {
  readonly id: string;
  /** Users who signed in there, latest first. */
  readonly userIds: readonly string[];
}

const COOKIE = 'sunloop.device';
const KEPT_MS = 365 * DAY_MS;
/** Enough for a family's tablet; anybody forgotten counts as a stranger until the next sign-in. */
const USERS_MAX = 5;
const Ids = v.array(Id);

/** The device a sign-in comes from, if somebody signed in there before. */
export function findDevice(ctx: RequestContext): KnownDevice | undefined {
  const parsed = v.safeParse(
    Ids,
    ctx.cookies.get(cookieName(ctx, COOKIE), { signed: true })?.split('.'),
  );
  if (!parsed.success) return undefined;
  const [id, ...userIds] = parsed.output;
  return id === undefined ? undefined : { id, userIds };
}

/** Lets this device count its own wrong passwords for this user from now on (API.md, POST /api/login); returns its id. */
export function rememberDevice(ctx: RequestContext, userId: string): string {
  const { id, userIds } = findDevice(ctx) ?? { id: randomUUID(), userIds: [] };
  const users = [userId, ...userIds.filter((other) => other !== userId)].slice(0, USERS_MAX);
  ctx.cookies.set(cookieName(ctx, COOKIE), [id, ...users].join('.'), {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    maxAge: KEPT_MS,
    // Only a sign-in, a quote request and a device's report ask for it.
    path: '/api',
  });
  return id;
}
