import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Vite names the files here after their content. */
const HASHED = 'assets';
/** When each file of an earlier build dropped out of the newest one, in epoch milliseconds, by name. */
const RECORD = '.vite/left.json';
const DAY_MS = 24 * 60 * 60 * 1000;
/** A page left open requests the files of its own build. */
const KEPT_DAYS = 30;

type Left = Record<string, number>;

const namesIn = async (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Moves the hashed files of earlier builds to `aside`; what an interrupted build left there stays. */
export async function setAside(outDir: string, aside: string): Promise<void> {
  for (const part of [HASHED, RECORD]) {
    await cp(join(outDir, part), join(aside, part), { recursive: true }).catch(ignoreMissing);
  }
}

/**
 * Puts back what the new build in `outDir` does not have, each file for 30 days from the first build without it; after
 * that, only a page that old could request it.
 */
export async function putBack(outDir: string, aside: string, now = Date.now()): Promise<void> {
  const fresh = new Set(await namesIn(join(outDir, HASHED)));
  const before = await readLeft(join(aside, RECORD));
  const left: Left = {};
  for (const name of await namesIn(join(aside, HASHED))) {
    const leftAt = before[name] ?? now;
    if (fresh.has(name) || now - leftAt > KEPT_DAYS * DAY_MS) continue;
    await cp(join(aside, HASHED, name), join(outDir, HASHED, name));
    left[name] = leftAt;
  }
  await mkdir(join(outDir, '.vite'), { recursive: true });
  await writeFile(join(outDir, RECORD), JSON.stringify(left));
  await rm(aside, { recursive: true, force: true });
}

/**
 * Keeps the hashed files of earlier builds where the server finds them. Must be the last plugin, because the worker
 * must list, and `compress` process, only files of the new build.
 */
export function keepOldFiles(): Plugin {
  let outDir = '';
  let aside = '';
  return {
    name: 'sunloop:keep-old-files',
    apply: 'build',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir);
      aside = `${outDir}-aside`;
    },
    buildStart: () => setAside(outDir, aside),
    closeBundle: { order: 'post', sequential: true, handler: () => putBack(outDir, aside) },
  };
}

async function readLeft(file: string): Promise<Left> {
  const text = await readFile(file, 'utf8').catch(ignoreMissing);
  return text === undefined ? {} : (JSON.parse(text) as Left);
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
