import { parseArgs } from 'node:util';
import { loadBackup } from '../backup/load-backup.ts';
import { parseEnv } from '../env/env.ts';
import type { Command } from './command.ts';
import { effortSince } from './effort.ts';
import { openInstallation } from './open-installation.ts';

const USAGE = 'Usage: sunloop restore FILE [--replace | --new]';

/**
 * `sunloop restore file`: loads a backup into the database, of which no server may be running; an encrypted one needs its
 * BACKUP_KEY. `--replace` discards what is there, `--new` makes a database of its own in an empty DATA_DIR.
 */
export const run: Command = async (words, meet) => {
  const { file, mayReplace, mayMake } = parse(words);
  const startedAt = performance.now();
  const env = parseEnv(await meet());
  if (mayMake && env.databaseUrl !== undefined)
    throw new Error('--new makes no database where DATABASE_URL names one: create it there');
  const { upkeep, close } = await openInstallation(env, { isAlone: true, mayMake });
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
};

function parse(words: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { replace: { type: 'boolean' }, new: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [file] = positionals;
    const { replace = false, new: mayMake = false } = values;
    if (file !== undefined && positionals.length === 1 && !(replace && mayMake))
      return { file, mayReplace: replace, mayMake };
  } catch (cause) {
    throw new Error(USAGE, { cause });
  }
  throw new Error(USAGE);
}
