import type { RequestContext } from '../context.ts';

/**
 * The name of a cookie with a narrower path, which therefore cannot be `__Host-`: over https, browsers accept it from a secure
 * page only.
 */
export function cookieName(ctx: RequestContext, name: string): string {
  return ctx.cookies.secure ? `__Secure-${name}` : name;
}

/** The name of a cookie of this host alone, with the path `/`: over https, no subdomain can plant one. */
export function hostCookieName(ctx: RequestContext, name: string): string {
  return ctx.cookies.secure ? `__Host-${name}` : name;
}
