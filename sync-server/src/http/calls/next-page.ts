import type { RequestContext } from '../context.ts';

/** Links to the next page (RFC 8288): the same query, after the last row of this page. */
export function linkNextPage(ctx: RequestContext, lastId: string): void {
  const query = new URLSearchParams(ctx.search);
  query.set('after', lastId);
  ctx.set('Link', `<${ctx.path}?${query.toString()}>; rel="next"`);
}
