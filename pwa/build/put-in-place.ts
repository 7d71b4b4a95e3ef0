import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

/** Vite names the files here after their content. */
const HASHED = 'assets';
/** When each file of an earlier build dropped out of the newest one, in epoch milliseconds, by name. */
const RECORD = '.vite/left.json';
const DAY_MS = 24 * 60 * 60 * 1000;
/** A page left open requests the files of its own build. */
const KEPT_DAYS = 30;

type Left = Record<string, number>;

const namesIn = async (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/**
 * Puts a finished build from `fresh` in the place of `served`, whose hashed files go along: each for 30 days from the first build
 * without it; after that, only a page that old could request it. Until then the running server serves the build before,
 * whole, and a build that fails changes nothing.
 */
export async function putInPlace(fresh: string, served: string, now = Date.now()): Promise<void> {
  const known = new Set(await namesIn(join(fresh, HASHED)));
  const before = await readLeft(join(served, RECORD));
  const left: Left = {};
  for (const name of await namesIn(join(served, HASHED))) {
    const leftAt = before[name] ?? now;
    if (known.has(name) || now - leftAt > KEPT_DAYS * DAY_MS) continue;
    await cp(join(served, HASHED, name), join(fresh, HASHED, name));
    left[name] = leftAt;
  }
  await mkdir(join(fresh, '.vite'), { recursive: true });
  await writeFile(join(fresh, RECORD), JSON.stringify(left));
  const old = `${served}-old`;
  await rm(old, { recursive: true, force: true });
  await rename(served, old).catch(ignoreMissing);
  await rename(fresh, served);
  await rm(old, { recursive: true, force: true });
}

/**
 * Puts a finished build where the server finds it, beside the hashed files of earlier ones. Must be the last plugin, because
 * the worker must list, and `compress` process, only files of the new build.
 */
export function putBuildInPlace(served: string): Plugin {
  return afterBuild('put-build-in-place', (fresh) => putInPlace(fresh, served));
}

async function readLeft(file: string): Promise<Left> {
  const text = await readFile(file, 'utf8').catch(ignoreMissing);
  return text === undefined ? {} : (JSON.parse(text) as Left);
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
