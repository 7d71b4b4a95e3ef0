import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../context.ts';
import { hostCookieName } from './cookie-name.ts';

const COOKIE = 'sunloop.step';
const NONCE_BYTES = 32;

/**
 * A secret that only this browser has, until it is closed: what was begun with it can only be gone on with by it. Made if it
 * has none.
 */
export function nonceOf(ctx: RequestContext): string {
  const name = hostCookieName(ctx, COOKIE);
  const known = ctx.cookies.get(name, { signed: true });
  if (known !== undefined) return known;
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  ctx.cookies.set(name, nonce, { signed: true, httpOnly: true, sameSite: 'strict', path: '/' });
  return nonce;
}
