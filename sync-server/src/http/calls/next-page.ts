import type { RequestContext } from '../context.ts';

/** Links to the next page (RFC 8288): the same query, after the last row of this page: its id or a cursor. */
export function linkNextPage(ctx: RequestContext, after: string): void {
  const query = new URLSearchParams(ctx.search);
  query.set('after', after);
  ctx.set('Link', `<${ctx.path}?${query.toString()}>; rel="next"`);
}
