import { createGunzip } from 'node:zlib';
import type { Readable } from 'node:stream';
import getRawBody from 'raw-body';
import { BODY_LIMIT_BYTES } from '@sunloop/shared-types';
import { Turns } from '../../turns.ts';
import type { Middleware, RequestContext } from '../context.ts';
import {
  invalid,
  rateLimited,
  RequestError,
  tooLarge,
  tooSlow,
  unavailable,
  unsupportedMediaType,
} from '../errors.ts';
import type { RequestBounds } from './bounds.ts';

/**
 * Reads a JSON body of at most `limitBytes`, inflated if it comes gzipped. Refuses another media type (415), a larger
 * body (413, noticed while inflating) and what is not JSON in UTF-8 (400), in this order.
 */
export async function readJson(ctx: RequestContext, limitBytes: number): Promise<unknown> {
  if (!ctx.is('application/json') && !isEmptyJson(ctx)) {
    throw unsupportedMediaType('The body must be application/json');
  }
  const bytes = await ctx.state.readBody(limitBytes);
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

/**
 * Bounds what bodies take of the process: each must be there after `bodyMs` (408), one user sends only a few at a
 * time (429), and only a few large ones are taken at all (503), at most half of them from one user (429).
 */
export function boundBodies({ bodyMs, bodiesPerUser, largeBodies }: RequestBounds): Middleware {
  const large = new Turns({ atOnce: largeBodies, queue: 0 }, unavailable);
  const perUser = (atOnce: number) => new Turns({ atOnce, queue: 0 }, () => rateLimited(1));
  const ofUser = perUser(bodiesPerUser);
  const largeOfUser = perUser(Math.ceil(largeBodies / 2));
  return (ctx, next) => {
    ctx.state.readBody = (limitBytes) => {
      const read = () => readBytes(ctx, { limitBytes, bodyMs });
      const isLarge = mayBeLarge(ctx, limitBytes);
      const readInTurn = isLarge ? () => large.run('', read) : read;
      const user = ctx.state.signedIn?.userId;
      if (user === undefined) return readInTurn();
      return (isLarge ? largeOfUser : ofUser).run(user, readInTurn);
    };
    return next();
  };
}

/** By the length it states; one that states none may hold as much as the route takes. */
function mayBeLarge(ctx: RequestContext, limitBytes: number): boolean {
  return Math.min(ctx.request.length ?? Infinity, limitBytes) > BODY_LIMIT_BYTES;
}

interface BodyBounds {
  readonly limitBytes: number;
  readonly bodyMs: number;
}

async function readBytes(ctx: RequestContext, { limitBytes, bodyMs }: BodyBounds): Promise<Buffer> {
  const isGzip = contentEncoding(ctx) === 'gzip';
  const length = isGzip ? null : (ctx.request.length ?? null);
  const stream = isGzip ? inflate(ctx.req) : ctx.req;
  const deadline = new Deadline(bodyMs);
  try {
    const bytes = getRawBody(stream, { limit: limitBytes, length });
    return await Promise.race([bytes, deadline.passed]);
  } catch (error) {
    leaveBody(ctx, stream);
    throw error instanceof RequestError ? error : bodyError(error, limitBytes);
  } finally {
    deadline.clear();
  }
}

/** Rejects with a 408 when its time is up. */
class Deadline {
  readonly passed: Promise<never>;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.passed = new Promise((_, reject) => {
      this.#timer = setTimeout(() => reject(tooSlow()), ms);
    });
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

/** The rest of the body passes unread; otherwise the answer would not. */
function leaveBody(ctx: RequestContext, stream: Readable): void {
  ctx.req.unpipe();
  ctx.req.resume();
  if (stream !== ctx.req) stream.destroy();
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
