import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { giveLifeSign, givesLifeSign } from './life-sign.ts';
import { findStartMark } from './process-identity.ts';

interface Holder {
  readonly pid: number;
  readonly startMark: string;
  /** The name of its life sign beside the lock; absent in locks of earlier builds. */
  readonly sign?: string | undefined;
}

/**
 * Takes the lock file for this process and returns a function that releases it. A lock whose process is gone
 * is taken over at once; if its process is alive, this throws, also if that is in another container or namespace. A
 * process that has since given up root may not remove the lock, and leaves it to be taken over.
 */
export async function takeLock(file: string): Promise<() => Promise<void>> {
  const id = randomUUID();
  const mine = `${file}.${id}`;
  const sign = `alive-${id.slice(0, SIGN_CHARACTERS)}`;
  const endSign = await giveLifeSign(beside(file, sign));
  const startMark = (await findStartMark(process.pid)) ?? '';
  const holder: Holder = { pid: process.pid, startMark, ...(endSign && { sign }) };
  await writeFile(mine, JSON.stringify(holder), { mode: 0o600 });
  try {
    while (!(await tryLink(mine, file))) await removeStale(file);
  } catch (error) {
    await endSign?.();
    throw error;
  } finally {
    await rm(mine, { force: true });
  }
  return async () => {
    await endSign?.().catch(ignoreForbidden);
    await rm(file, { force: true }).catch(ignoreForbidden);
  };
}

const SIGN_CHARACTERS = 8;
const beside = (file: string, name: string) => path.join(path.dirname(file), name);

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
async function removeStale(file: string): Promise<void> {
  await refuseLiving(file);
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    // Another process may have replaced the stale lock with its own after we looked: put that one back.
    await refuseLiving(aside);
    const holder = await readHolder(aside);
    if (holder?.sign !== undefined) await rm(beside(file, holder.sign), { force: true });
  } catch (error) {
    await tryLink(aside, file);
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function refuseLiving(file: string): Promise<void> {
  const holder = await readHolder(file);
  if (!holder || !(await lives(holder, file))) return;
  throw new Error(
    `Sunloop is already running on this data folder, pid ${holder.pid}. ` +
      'Stop it first, or give this one another DATA_DIR.',
  );
}

async function lives({ pid, startMark, sign }: Holder, file: string): Promise<boolean> {
  if ((await findStartMark(pid)) === startMark) return true;
  return sign !== undefined && givesLifeSign(beside(file, sign));
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch (error) {
    const gone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    // It is written atomically; if it does not parse, the disk was damaged and the lock counts as free.
    if (gone || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
