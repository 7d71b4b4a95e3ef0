import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { findStartMark } from './process-identity.ts';

interface Holder {
  pid: number;
  startMark: string;
}

/**
 * Takes the lock file for this process and returns a function that releases it. A lock whose process is gone
 * is taken over at once; if its process is alive, this throws. A process that has since given up root may not
 * remove the lock, and leaves it to be taken over.
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const mine = `${path}.${randomUUID()}`;
  const startMark = (await findStartMark(process.pid)) ?? '';
  await writeFile(mine, JSON.stringify({ pid: process.pid, startMark }), { mode: 0o600 });
  try {
    while (!(await tryLink(mine, path))) await removeStale(path);
  } finally {
    await rm(mine, { force: true });
  }
  return () => rm(path, { force: true }).catch(ignoreForbidden);
}

function ignoreForbidden(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
}

/** Linking is atomic and includes the content, so nobody ever sees a half-written lock. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Because the file is first moved away, only one of several processes that see a stale lock removes it. */
async function removeStale(path: string): Promise<void> {
  await refuseLiving(path);
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    // Another process may have replaced the stale lock with its own after we looked: put that one back.
    await refuseLiving(aside);
  } catch (error) {
    await tryLink(aside, path);
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function refuseLiving(path: string): Promise<void> {
  const holder = await readHolder(path);
  if (!holder || (await findStartMark(holder.pid)) !== holder.startMark) return;
  throw new Error(
    `Sunloop is already running on this data folder, pid ${holder.pid}. ` +
      'Stop it first, or give this one another DATA_DIR.',
  );
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch (error) {
    const gone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    // It is written atomically; if it does not parse, the disk was damaged and the lock counts as free.
    if (gone || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
