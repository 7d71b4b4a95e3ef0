import { newBackupKey } from './backup/encryption.ts';
import { writeBackup } from './backup/write-backup.ts';
import { readEnv } from './env/env.ts';
import { openBesideServer } from './open-beside-server.ts';
import { effortSince, inMb, runCommand } from './run-command.ts';

/**
 * `npm run backup -- [file]`: saves the configured database to a file, even while the server runs; encrypted with
 * BACKUP_KEY. `npm run backup -- --new-key` makes a key.
 */
await runCommand(async ([given]) => {
  if (given === '--new-key') return `BACKUP_KEY=${await newBackupKey()}`;
  const startedAt = performance.now();
  const env = readEnv();
  const file = given ?? defaultName(env.backup.key);
  const { upkeep, close } = await openBesideServer(env);
  try {
    const { rows, bytes } = await writeBackup(upkeep, { file, key: env.backup.key });
    return `Saved ${rows} rows to ${file} (${inMb(bytes)}, ${effortSince(startedAt)}). It holds personal data and password
hashes${env.backup.key === undefined ? ', and anybody who has the file can read them' : ', which BACKUP_KEY opens: keep the key elsewhere'}.`;
  } finally {
    await close();
  }
});

function defaultName(key: string | undefined): string {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  return `sunloop-${time}.backup.gz${key === undefined ? '' : '.age'}`;
}
