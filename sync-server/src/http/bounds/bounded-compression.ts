import type { Middleware } from '../context.ts';

/** Smaller responses are never compressed. */
export const COMPRESS_FROM_BYTES = 1024;

/**
 * Compresses a few responses at a time and sends the others as they are: work on the process's
 * threads cannot be canceled, not even to end the process. Must come right after the compressing
 * middleware.
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
