import { newBackupKey } from '../backup/encryption.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { parseEnv } from '../env/env.ts';
import type { Command } from './command.ts';
import { effortSince, inMb } from './effort.ts';
import { openInstallation } from './open-installation.ts';

/**
 * `sunloop backup [file]`: saves the database to a file, even while the server runs; encrypted with BACKUP_KEY.
 * `sunloop backup --new-key` makes a key.
 */
export const run: Command = async ([given, ...rest], meet) => {
  if (given === '--new-key') return `BACKUP_KEY=${await newBackupKey()}`;
  if (rest.length > 0 || given?.startsWith('-')) throw new Error('Usage: sunloop backup [FILE]');
  const startedAt = performance.now();
  const env = parseEnv(await meet());
  const file = given ?? defaultName(env.backup.key);
  const { upkeep, close } = await openInstallation(env);
  try {
    const { rows, bytes, schema } = await writeBackup(upkeep, { file, key: env.backup.key });
    return `Saved ${rows} rows to ${file} (schema ${schema}, ${inMb(bytes)}, ${effortSince(startedAt)}). It holds personal data and password
hashes${env.backup.key === undefined ? ', and anybody who has the file can read them' : ', which BACKUP_KEY opens: keep the key elsewhere'}.`;
  } finally {
    await close();
  }
};

function defaultName(key: string | undefined): string {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  return `sunloop-${time}.backup.gz${key === undefined ? '' : '.age'}`;
}
