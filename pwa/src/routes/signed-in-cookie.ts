import { SIGNED_IN_COOKIE } from '@sunloop/shared-types';

/** Whether the server takes this browser for somebody, by the cookie scripts may read; offline it may be outdated. */
export function isTakenForSomebody(): boolean {
  return document.cookie.includes(`${SIGNED_IN_COOKIE}=1`);
}
