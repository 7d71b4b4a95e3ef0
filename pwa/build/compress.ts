import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** No setting is best for every file, so each is tried and the smallest result is kept. */
const BROTLI = [
  { [constants.BROTLI_PARAM_LGBLOCK]: 18 },
  {
    [constants.BROTLI_PARAM_LGBLOCK]: 20,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
  },
  { [constants.BROTLI_PARAM_LGBLOCK]: 18, [constants.BROTLI_PARAM_NPOSTFIX]: 2 },
].map((params) => ({
  params: { ...params, [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
}));

/** The smallest of several attempts; the build has the time. */
async function toSmallest(plain: Buffer): Promise<Buffer> {
  const attempts = await Promise.all(BROTLI.map((options) => toBrotli(plain, options)));
  return attempts.reduce((best, next) => (next.length < best.length ? next : best));
}

async function compressFile(path: string): Promise<void> {
  const plain = await readFile(path);
  await writeFile(`${path}.br`, await toSmallest(plain));
  await writeFile(`${path}.gz`, await toGzip(plain, { level: constants.Z_BEST_COMPRESSION }));
}

/** Writes a `.br` and a `.gz` beside every compressible file, after the service worker is written. */
export function compress(): Plugin {
  return afterBuild('compress', async (outDir) => {
    const files = await readdir(outDir, { recursive: true });
    const chosen = files.filter((file) => COMPRESSIBLE.test(file));
    await Promise.all(chosen.map((file) => compressFile(join(outDir, file))));
  });
}
