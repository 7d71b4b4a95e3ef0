import type { RequestContext } from './context.ts';
import { forbidden } from './errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD']);
const OWN_FETCH_SITES = new Set(['same-origin', 'none']);

/** The origin people see: PUBLIC_ORIGIN, or what the request names. */
export function originOf(ctx: RequestContext, publicOrigin: string | undefined): string {
  return publicOrigin ?? `${ctx.protocol}://${ctx.host}`;
}

/** Whether another site asks in the person's browser; not a bookmark, an address that was typed, or an old browser. */
export function isFromElsewhere(ctx: RequestContext): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  return site !== '' && !OWN_FETCH_SITES.has(site);
}

/**
 * Whether a browser opens this address as a page, or fetches it for another site: something given only once
 * would be lost. Browsers that do not send the headers that say so are recognized by `Accept`, where they
 * name HTML first.
 */
export function isForNobody(ctx: RequestContext): boolean {
  const mode = ctx.get('Sec-Fetch-Mode');
  if (isFromElsewhere(ctx)) return true;
  return mode === '' ? /^text\/html/i.test(ctx.get('Accept').trim()) : mode === 'navigate';
}

/**
 * Refuses a write that another site makes in the person's browser (403 `forbidden`). Clients other
 * than browsers send neither header and pass: they carry nobody else's cookie.
 */
export function requireSameOrigin(ctx: RequestContext, publicOrigin: string | undefined): void {
  if (SAFE_METHODS.has(ctx.method)) return;
  const origin = ctx.get('Origin');
  const isForeign = origin !== '' && origin !== originOf(ctx, publicOrigin);
  if (isForeign || isFromElsewhere(ctx)) throw forbidden('This request came from another site');
}
