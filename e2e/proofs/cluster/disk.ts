import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { ACCOUNT, atExit } from './program.ts';

const DISK_MB = 900;
const PIECE = Buffer.alloc(1_048_576);

/** Makes the folder a disk of its own, in memory; false if that is not allowed. It is given back when this process ends. */
export async function makeDisk(folder: string): Promise<boolean> {
  await mkdir(folder);
  const size = `size=${DISK_MB}m`;
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder]);
  const isOwn = status === 0;
  if (isOwn) atExit(() => spawnSync('umount', ['--lazy', folder]));
  if (ACCOUNT) await chown(folder, ACCOUNT.uid, ACCOUNT.gid);
  await chmod(folder, 0o755);
  return isOwn;
}

/** Fills the disk that holds this folder to the last byte; the result makes room again. */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const file = path.join(path.dirname(folder), 'filler');
  const filler = await open(file, 'w');
  try {
    for (;;) await filler.write(PIECE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await filler.close();
  }
  return () => rm(file);
}
