import { access, constants, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { freeMb } from '../../src/db/disk-guard.ts';
import type { Env } from '../env/env.ts';
import { bad, ok, warn, type Finding } from './finding.ts';

/** Less is filled within days by backups, logs or a database. */
const ENOUGH_MB = 2000;

/** Free space and rights where the server writes; once it runs, it need not write to DATA_DIR any more. */
export async function checkDisks(
  { dataDir, databaseUrl, backup, diskReserveMb }: Env,
  { isRunning = false } = {},
): Promise<Finding[]> {
  const wanted = { reserveMb: diskReserveMb, isWritten: true };
  const found = await checkFolder('DATA_DIR', dataDir, { ...wanted, isWritten: !isRunning });
  if (databaseUrl === undefined && (await isInMemory(dataDir)))
    found.push(bad('disk', `DATA_DIR (${dataDir}) is in memory, and so the database: name a disk`));
  const folder = backup.nightly?.folder;
  if (folder === undefined) return found;
  found.push(...(await checkFolder('BACKUP_DIR', folder, wanted)));
  const isOneDisk = (await deviceOf(folder)) === (await deviceOf(dataDir));
  if (isOneDisk && backup.nightly?.copy === undefined)
    found.push(
      warn(
        'backup',
        'BACKUP_DIR is on the disk of DATA_DIR and nothing is copied away: set BACKUP_COPY, or name another disk',
      ),
    );
  return found;
}

interface Wanted {
  readonly reserveMb: number;
  readonly isWritten: boolean;
}

async function checkFolder(
  name: string,
  folder: string,
  { reserveMb, isWritten }: Wanted,
): Promise<Finding[]> {
  const place = await nearest(folder);
  if (!(await stat(place)).isDirectory())
    return [bad('disk', `${name} (${folder}) is no folder: name another`)];
  if (isWritten && !(await mayWrite(place)))
    return [bad('disk', `${name} (${folder}) cannot be written: chown it to the server's user`)];
  const left = await freeMb(place);
  const say = `${left} MB are free at ${name} (${folder})`;
  if (left < reserveMb) return [bad('disk', `${say}: writes are refused below ${reserveMb}`)];
  if (left < ENOUGH_MB) return [warn('disk', `${say}: make room`)];
  return [ok('disk', say)];
}

/** The folder itself, or where it will be made. */
async function nearest(folder: string): Promise<string> {
  const whole = path.resolve(folder);
  const isThere = await stat(whole).then(
    () => true,
    () => false,
  );
  return isThere || whole === path.dirname(whole) ? whole : nearest(path.dirname(whole));
}

async function mayWrite(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** As Linux numbers its kinds of file systems (TMPFS_MAGIC). */
const TMPFS = 0x01_02_19_94;

const isInMemory = async (folder: string) => (await statfs(await nearest(folder))).type === TMPFS;

const deviceOf = async (folder: string) => (await stat(await nearest(folder))).dev;
