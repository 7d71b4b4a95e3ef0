import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MINUTE_MS } from '@sunloop/shared-types/limits.ts';
import { freeMb } from '../db/disk-guard.ts';
import { takeLock } from '../../operate/embedded/lock.ts';
import { stopOrphan } from '../../operate/embedded/orphan.ts';

/** How the names of throw-away clusters' folders begin. */
const PREFIX = 'sunloop-test-';
/** Linux keeps this folder in memory; other systems do not have it. */
const IN_MEMORY = '/dev/shm';
const PARENTS = [tmpdir(), IN_MEMORY].filter((parent) => existsSync(parent));
/** A run of all tests holds 150 MB there at most. */
const IN_MEMORY_MB = 1000;

/**
 * A new folder for a throw-away cluster, in memory if there is room: copying and dropping hundreds of databases
 * takes a disk a third of the whole run.
 */
export async function makeClusterFolder(): Promise<string> {
  // Containers may have only a little of it.
  const hasRoom = PARENTS.includes(IN_MEMORY) && (await freeMb(IN_MEMORY)) >= IN_MEMORY_MB;
  const parent = hasRoom ? IN_MEMORY : tmpdir();
  const folder = await mkdtemp(path.join(parent, PREFIX));
  // The database's own account must reach it when the tests run as root.
  await chmod(folder, 0o755);
  return folder;
}

/** Stops and removes what killed test runs left; what belongs to living runs stays. */
export async function removeStaleClusters(): Promise<void> {
  for (const parent of PARENTS) {
    const names = await readdir(parent);
    for (const name of names.filter((entry) => entry.startsWith(PREFIX))) {
      const folder = path.join(parent, name);
      if (await isAbandoned(folder)) await rm(folder, { recursive: true, force: true });
    }
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
