import { hash } from 'node:crypto';
import type { RequestContext } from '../context.ts';

/**
 * Answers a read with a weak tag of its content, or 304 if the caller already has it. Koa's own
 * `fresh` does not help here: it ignores the tag of requests that browsers mark `no-cache`, as they
 * do ours.
 */
export function answerTagged(ctx: RequestContext, content: string | Buffer): void {
  const tag = `W/"${hash('sha256', content, 'base64url')}"`;
  ctx.set('ETag', tag);
  if (isKnown(ctx.get('If-None-Match'), tag)) {
    ctx.status = 304;
    return;
  }
  ctx.body = content;
}

function isKnown(ifNoneMatch: string, tag: string): boolean {
  const opaque = (value: string) => value.trim().replace(/^W\//, '');
  return ifNoneMatch
    .split(',')
    .some((value) => value.trim() === '*' || opaque(value) === opaque(tag));
}
