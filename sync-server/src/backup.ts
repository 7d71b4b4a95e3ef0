import { writeBackup } from './db/backup/write-backup.ts';
import { readEnv } from './env.ts';
import { openBesideServer } from './open-beside-server.ts';
import { runCommand } from './run-command.ts';

/** `npm run backup -- file`: saves the configured database to a file, even while the server runs. */
await runCommand(async ([file = defaultName()]) => {
  const { upkeep, close } = await openBesideServer(readEnv());
  try {
    const rows = await writeBackup(upkeep, file);
    return `Saved ${rows} rows to ${file}. It holds personal data and password hashes: keep it safe.`;
  } finally {
    await close();
  }
});

function defaultName(): string {
  return `sunloop-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.backup.gz`;
}
