import { setImmediate } from 'node:timers/promises';
import { BODY_LIMIT_BYTES, PROFILE_BODY_LIMIT_BYTES } from '@sunloop/shared-types/limits.ts';
import type { BodyReader, Middleware, RequestContext } from '../context.ts';
import { invalid, rateLimited, unsupportedMediaType } from '../errors.ts';
import type { RequestBounds } from './bounds.ts';
import { ByteRoom } from './byte-room.ts';
import { readBytes } from './read-bytes.ts';
import { requestQueue } from './request-queue.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON body of at most `limitBytes`, inflated if it comes gzipped. Refuses any media type but JSON and `others`
 * (415), a larger body (413, noticed while inflating) and anything but JSON in UTF-8 (400), in
 * this order.
 */
export async function readJson(
  ctx: RequestContext,
  limitBytes: number,
  others: readonly string[] = [],
): Promise<unknown> {
  if (!ctx.is('application/json', ...others) && !isEmptyJson(ctx)) {
    throw unsupportedMediaType('The body must be application/json');
  }
  const bytes = await ctx.state.readBody(ctx, limitBytes);
  try {
    const text = utf8.decode(bytes);
    await letOthersRun(bytes);
    const body: unknown = JSON.parse(text);
    await letOthersRun(bytes);
    return body;
  } catch {
    throw invalid('The body is not valid JSON');
  }
}

/** Between the steps of a body of megabytes, each of which takes some 10 ms. */
async function letOthersRun({ length }: Buffer): Promise<void> {
  if (length > BODY_LIMIT_BYTES) await setImmediate();
}

// Koa's `is` returns null for a request without a body, whatever its media type.
function isEmptyJson(ctx: RequestContext): boolean {
  return ctx.request.type === 'application/json';
}

/** Of the room for large bodies one user may take so much, but always one body of the greatest size. */
const SHARE_OF_ONE = 1 / 4;

/**
 * Bounds how much of the process bodies may use: each must come in time and at a least pace (408), one user may send only a
 * few at a time (429), and those over 100 kB, inflated if they come gzipped, find room for the bytes that have arrived (503), a
 * quarter of it for one user (429).
 */
export function boundBodies(bounds: RequestBounds): Middleware {
  const { bodiesPerUser, largeBodies } = bounds;
  const most = largeBodies * PROFILE_BODY_LIMIT_BYTES;
  const mostOfOne = Math.max(most * SHARE_OF_ONE, PROFILE_BODY_LIMIT_BYTES);
  const room = new ByteRoom({ most, mostOfOne });
  const ofUser = requestQueue({ atOnce: bodiesPerUser, queue: 0 }, () => rateLimited(1));
  const readBody: BodyReader = async (ctx, limitBytes) => {
    const user = ctx.state.signedIn?.userId;
    const leave = user === undefined ? undefined : ofUser.enterAtOnce(user);
    const who = user ?? '';
    let inRoom = 0;
    const takeRoom = (bytes: number) => {
      room.take(who, bytes);
      inRoom += bytes;
    };
    try {
      const read = () => readBytes(ctx, { ...bounds, limitBytes, takeRoom });
      const { deadline, place } = ctx.state;
      return await place.outside(() => deadline.outside(read));
    } finally {
      room.giveBack(who, inRoom);
      leave?.();
    }
  };
  return (ctx, next) => {
    ctx.state.readBody = readBody;
    return next();
  };
}
