import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compressFile(path: string): Promise<void> {
  const plain = await readFile(path);
  await writeFile(`${path}.br`, await toBrotli(plain));
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
