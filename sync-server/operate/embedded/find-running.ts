import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { openAsker } from '../../src/db/asker.ts';
import { REQUEST_DEADLINES } from '../../src/db/deadlines.ts';
import { clusterUser } from './cluster.ts';
import { readPidFile } from './pid-file.ts';
import { locate } from './place.ts';

const ANSWER_MS = 3000;
/** What a PostgreSQL says that starts, ends or has no connection left; all else is no PostgreSQL of ours. */
const IS_BUSY = /^(57P0\d|53\d{3})$/;

/**
 * The URL of the embedded PostgreSQL that runs on this data folder. It is asked and not looked for among the processes, of
 * which those in other namespaces cannot be seen. Makes nothing. Throws if it is there and cannot answer now.
 */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  const { cluster } = await locate(dataDir);
  const file = await readPidFile(cluster);
  const password = await readPassword(dataDir);
  if (!file?.port || password === undefined) return undefined;
  const url = `postgres://${clusterUser}:${password}@127.0.0.1:${file.port}/postgres`;
  const folder = await askFolder(url);
  return folder !== undefined && (await isSame(folder, cluster)) ? url : undefined;
}

async function readPassword(dataDir: string): Promise<string | undefined> {
  const file = path.join(dataDir, 'postgres-password');
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
}

/** The data folder of the PostgreSQL that takes this password. */
async function askFolder(url: string): Promise<string | undefined> {
  const asker = openAsker(url, REQUEST_DEADLINES, ANSWER_MS);
  try {
    const sql = "select current_setting('data_directory') as folder";
    return (await asker.ask<{ folder: string }>(sql))[0]?.folder;
  } catch (error) {
    if (!IS_BUSY.test((error as { code?: string }).code ?? '')) return undefined;
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The database of ${url.split('@')[1]} is there and does not answer: ${why}`, {
      cause: error,
    });
  } finally {
    await asker.close();
  }
}

/** A copied folder names the port of the one it was copied from. Where that cannot be seen, it is in another container. */
async function isSame(theirs: string, ours: string): Promise<boolean> {
  const there = await stat(theirs).catch(() => undefined);
  const here = await stat(ours);
  return !there || (there.dev === here.dev && there.ino === here.ino);
}
