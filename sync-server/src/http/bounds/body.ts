import { setImmediate } from 'node:timers/promises';
import { BODY_LIMIT_BYTES } from '@sunloop/shared-types/limits.ts';
import type { KeyedQueue } from '../../db/query/keyed-queue.ts';
import type { BodyReader, Middleware, RequestContext } from '../context.ts';
import { invalid, rateLimited, unavailable, unsupportedMediaType } from '../errors.ts';
import type { RequestBounds } from './bounds.ts';
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

/**
 * Bounds how much of the process bodies may use: each must have arrived within `bodyMs` (408), one
 * user may send only a few at a time (429), and only a few large ones are accepted at once (503),
 * at most half of them from one user (429). A body is large by its stated length or as soon as more
 * than 100 kB have arrived, inflated if it comes gzipped.
 */
export function boundBodies({ bodyMs, bodiesPerUser, largeBodies }: RequestBounds): Middleware {
  const large = requestQueue({ atOnce: largeBodies, queue: 0 }, unavailable);
  const perUser = (atOnce: number) => requestQueue({ atOnce, queue: 0 }, () => rateLimited(1));
  const ofUser = perUser(bodiesPerUser);
  const largeOfUser = perUser(Math.ceil(largeBodies / 2));
  const readBody: BodyReader = async (ctx, limitBytes) => {
    const user = ctx.state.signedIn?.userId;
    const places = new Places();
    const enterLarge = () => {
      if (user !== undefined) places.enter(largeOfUser, user);
      places.enter(large, '');
    };
    try {
      if (user !== undefined) places.enter(ofUser, user);
      const read = () => readBytes(ctx, { limitBytes, bodyMs, enterLarge });
      const { deadline, place } = ctx.state;
      return await place.outside(() => deadline.outside(read));
    } finally {
      places.leave();
    }
  };
  return (ctx, next) => {
    ctx.state.readBody = readBody;
    return next();
  };
}

/** The places one body takes, which it leaves together. */
class Places {
  readonly #leaves: (() => void)[] = [];

  enter(queue: KeyedQueue, key: string): void {
    this.#leaves.push(queue.enterAtOnce(key));
  }

  leave(): void {
    for (const leave of this.#leaves) leave();
  }
}
