import { createGunzip } from 'node:zlib';
import type { Readable } from 'node:stream';
import getRawBody from 'raw-body';
import { BODY_LIMIT_BYTES } from '@sunloop/shared-types';
import { Turns } from '../../turns.ts';
import type { BodyReader, Middleware, RequestContext } from '../context.ts';
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

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON body of at most `limitBytes`, inflated if it comes gzipped. Refuses any other media
 * type (415), a larger body (413, noticed while inflating) and anything but JSON in UTF-8 (400), in
 * this order.
 */
export async function readJson(ctx: RequestContext, limitBytes: number): Promise<unknown> {
  if (!ctx.is('application/json') && !isEmptyJson(ctx)) {
    throw unsupportedMediaType('The body must be application/json');
  }
  const bytes = await ctx.state.readBody(ctx, limitBytes);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw invalid('The body is not valid JSON');
  }
}

// Koa's `is` returns null for a request without a body, whatever its media type.
function isEmptyJson(ctx: RequestContext): boolean {
  return ctx.request.type === 'application/json';
}

/**
 * Bounds how much of the process bodies may use: each must have arrived within `bodyMs` (408), one
 * user may send only a few at a time (429), and only a few large ones are accepted at once (503),
 * at most half of them from one user (429).
 */
export function boundBodies({ bodyMs, bodiesPerUser, largeBodies }: RequestBounds): Middleware {
  const large = new Turns({ atOnce: largeBodies, queue: 0 }, unavailable);
  const perUser = (atOnce: number) => new Turns({ atOnce, queue: 0 }, () => rateLimited(1));
  const ofUser = perUser(bodiesPerUser);
  const largeOfUser = perUser(Math.ceil(largeBodies / 2));
  const readBody: BodyReader = (ctx, limitBytes) => {
    const read = () => readBytes(ctx, { limitBytes, bodyMs });
    const isLarge = mayBeLarge(ctx, limitBytes);
    const readInTurn = isLarge ? () => large.run('', read) : read;
    const user = ctx.state.signedIn?.userId;
    if (user === undefined) return readInTurn();
    return (isLarge ? largeOfUser : ofUser).run(user, readInTurn);
  };
  return (ctx, next) => {
    // The same function for all requests: a literal here would outlive its request (decision 36).
    ctx.state.readBody = readBody;
    return next();
  };
}

/** Judged by the stated length; a body that states none may be as large as the route allows. */
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

/** Lets the rest of the body pass unread; otherwise the response could not be sent. */
function leaveBody(ctx: RequestContext, stream: Readable): void {
  ctx.req.unpipe();
  ctx.req.resume();
  if (stream !== ctx.req) stream.destroy();
}

function contentEncoding(ctx: RequestContext): 'gzip' | 'identity' {
  const encoding = ctx.get('Content-Encoding').toLowerCase() || 'identity';
  if (encoding === 'gzip' || encoding === 'identity') return encoding;
  throw unsupportedMediaType('The body may have no encoding other than gzip');
}

/** As much as 500 referrals have; Node's 16 kB send the body of a push to another thread and back seven times. */
const INFLATED_AT_ONCE_BYTES = 128 * 1024;

function inflate(request: Readable): Readable {
  const gunzip = createGunzip({ chunkSize: INFLATED_AT_ONCE_BYTES });
  request.on('error', (error) => gunzip.destroy(error));
  return request.pipe(gunzip);
}

function bodyError(error: unknown, limitBytes: number): Error {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return tooLarge(limitBytes);
  return invalid('The body could not be read');
}
