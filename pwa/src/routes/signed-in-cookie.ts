import { SIGNED_IN_COOKIE } from '@sunloop/shared-types/limits.ts';

/** Whether this browser has a session on the server, by the cookie scripts may read; offline it may be outdated. */
export function hasSignedInCookie(): boolean {
  return document.cookie.includes(`${SIGNED_IN_COOKIE}=1`);
}
