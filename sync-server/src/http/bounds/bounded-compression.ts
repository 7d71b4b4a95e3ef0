import type { Middleware } from '../context.ts';

/** Smaller answers are never compressed. */
export const COMPRESS_FROM_BYTES = 1024;

/**
 * Compresses a few answers at a time and sends the others as they are: work on the threads of the process cannot be
 * canceled, not even to end it. Goes right behind the compressing middleware.
 */
export function boundCompression(atOnce: number): Middleware {
  let running = 0;
  return async (ctx, next) => {
    await next();
    const isSmall = (ctx.response.length ?? Infinity) < COMPRESS_FROM_BYTES;
    if (isSmall || ctx.method === 'HEAD' || !ctx.acceptsEncodings('zstd', 'br', 'gzip', 'deflate'))
      return;
    if (running >= atOnce) {
      ctx.compress = false;
      return;
    }
    running += 1;
    ctx.res.once('close', () => (running -= 1));
  };
}
