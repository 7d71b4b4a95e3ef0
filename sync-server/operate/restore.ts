import { loadBackup } from './backup/load-backup.ts';
import { openDatabase } from './start/open-database.ts';
import { readEnv } from './env/env.ts';
import { effortSince, runCommand } from './run-command.ts';

/**
 * `npm run restore -- file [--replace]`: loads a backup into the configured database; the server
 * must not be running. An encrypted one needs its BACKUP_KEY.
 */
await runCommand(async ([file, ...options]) => {
  const mayReplace = options.includes('--replace');
  if (file === undefined || options.length > Number(mayReplace)) {
    throw new Error('Name the file: npm run restore -- file [--replace]');
  }
  const startedAt = performance.now();
  const env = readEnv();
  const { upkeep, close } = await openDatabase(env);
  try {
    const { key } = env.backup;
    const { rows, takenAt } = await loadBackup(upkeep, { file, key, mayReplace });
    return `Restored ${rows} rows from ${file}, saved at ${takenAt} (${effortSince(startedAt)}). Everybody must sign in again. Referrals that devices
sent after that come back from them, under their own ids, as each connects; the desk's Overview tells how many. Statuses and
deletions since wait on the devices of the admins who made them. Payments marked, quotes, users added or erased and settings
do not come back: look at them again.`;
  } finally {
    await close();
  }
});
