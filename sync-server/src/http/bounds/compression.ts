import compress from 'koa-compress';
import { constants } from 'node:zlib';
import type { Middleware } from '../context.ts';
import { COMPRESS_FROM_BYTES } from './bounded-compression.ts';

/**
 * Compresses responses by what the caller accepts. The levels are chosen by CPU time, about 1 ms
 * each for 100 kB of rows (zstd 0.7, Brotli 1.2, gzip 1.0), and come within a fifth of the best
 * size. Brotli's default, 11, takes 250 ms. None may be left out: the middleware's own levels do
 * not apply once options are given.
 */
const COMPRESSION = {
  threshold: COMPRESS_FROM_BYTES,
  zstd: { params: { [constants.ZSTD_c_compressionLevel]: 1 } },
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  gzip: { level: 4 },
  deflate: { level: 4 },
} as const;

export function compression(): Middleware {
  return compress(COMPRESSION);
}
