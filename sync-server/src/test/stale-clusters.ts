import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MINUTE_MS } from '@sunloop/shared-types';
import { takeLock } from '../db/embedded/lock.ts';
import { stopOrphan } from '../db/embedded/orphan.ts';

/** How the names of throw-away clusters' folders in the system's temporary folder begin. */
export const clusterFolderPrefix = 'sunloop-test-';

/** Stops and removes what killed test runs left; what belongs to living runs stays. */
export async function removeStaleClusters(): Promise<void> {
  const names = await readdir(tmpdir());
  for (const name of names.filter((entry) => entry.startsWith(clusterFolderPrefix))) {
    const folder = path.join(tmpdir(), name);
    if (await isAbandoned(folder)) await rm(folder, { recursive: true, force: true });
  }
}

async function isAbandoned(folder: string): Promise<boolean> {
  try {
    const { uid, mtimeMs } = await stat(folder);
    // A run that has only just created its folder does not hold the lock yet.
    if (uid !== process.getuid?.() || Date.now() - mtimeMs < MINUTE_MS) return false;
    await takeLock(path.join(folder, 'postgres.lock'));
  } catch {
    // A living run holds it, or another run has just removed it.
    return false;
  }
  await stopOrphan(path.join(folder, 'postgres'), () => {});
  return true;
}
