import { writeBackup } from './db/backup/write-backup.ts';
import { findRunning } from './db/embedded/find-running.ts';
import { openDatabase } from './open-database.ts';
import { upkeepOf } from './db/orm.ts';
import { openOrm } from './open-orm.ts';
import { readEnv, type Env } from './env.ts';
import { runCommand } from './run-command.ts';

/** `npm run backup -- file`: saves the configured database to a file, even while the server runs. */
await runCommand(async ([file = defaultName()]) => {
  const env = readEnv();
  const url = env.databaseUrl ?? (await findRunning(env.dataDir));
  const { upkeep, close } =
    url === undefined ? await openDatabase(env) : await openRunning(env, url);
  try {
    const rows = await writeBackup(upkeep, file);
    return `Saved ${rows} rows to ${file}. It holds personal data and password hashes: keep it safe.`;
  } finally {
    await close();
  }
});

async function openRunning({ database }: Env, url: string) {
  const upkeep = await openOrm({ url, bounds: upkeepOf(database) });
  return { upkeep, close: () => upkeep.close(true) };
}

function defaultName(): string {
  return `sunloop-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.backup.gz`;
}
