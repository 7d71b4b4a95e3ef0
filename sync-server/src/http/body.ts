import { createGunzip } from 'node:zlib';
import type { Readable } from 'node:stream';
import getRawBody from 'raw-body';
import type { RequestContext } from './context.ts';
import { invalid, tooLarge, unsupportedMediaType } from './errors.ts';

/**
 * Reads a JSON body of at most `limitBytes`, inflated where it comes gzipped. Refuses another media type
 * (415), a larger body (413, noticed while inflating) and what is not JSON in UTF-8 (400), in this order.
 */
export async function readJson(ctx: RequestContext, limitBytes: number): Promise<unknown> {
  if (!ctx.is('application/json') && !isEmptyJson(ctx)) {
    throw unsupportedMediaType('The body must be application/json');
  }
  const bytes = await readBytes(ctx, limitBytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid('The body is not valid JSON');
  }
}

// Koa's `is` answers null for a request without a body, whatever its media type says.
function isEmptyJson(ctx: RequestContext): boolean {
  return ctx.request.type === 'application/json';
}

async function readBytes(ctx: RequestContext, limitBytes: number): Promise<Buffer> {
  const isGzip = contentEncoding(ctx) === 'gzip';
  const declared = isGzip ? null : ctx.request.length;
  const stream = isGzip ? inflate(ctx.req) : ctx.req;
  try {
    return await getRawBody(stream, { limit: limitBytes, length: declared ?? null });
  } catch (error) {
    ctx.req.unpipe();
    ctx.req.resume();
    throw bodyError(error, limitBytes);
  }
}

function contentEncoding(ctx: RequestContext): 'gzip' | 'identity' {
  const encoding = ctx.get('Content-Encoding').toLowerCase() || 'identity';
  if (encoding === 'gzip' || encoding === 'identity') return encoding;
  throw unsupportedMediaType('The body may only be gzipped');
}

function inflate(request: Readable): Readable {
  const gunzip = createGunzip();
  request.on('error', (error) => gunzip.destroy(error));
  return request.pipe(gunzip);
}

function bodyError(error: unknown, limitBytes: number): Error {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return tooLarge(limitBytes);
  return invalid('The body could not be read');
}
