import { migrate } from '../src/db/migrate.ts';
import { openDatabase } from './start/open-database.ts';
import { readEnv } from './env/env.ts';
import { writeReferenceData } from './install/reference-data.ts';

/** `npm run db:migrate`: migrates the configured database and says what was done. */
async function main(): Promise<void> {
  // Failures are thrown; the server's own log lines would only be noise here.
  const { upkeep, close } = await openDatabase(readEnv());
  try {
    const steps = await migrate(upkeep);
    console.log(steps.length > 0 ? `Migrated: ${steps.join(', ')}` : 'The schema is up to date');
    const items = await writeReferenceData(upkeep);
    if (items.length > 0) console.log(`Reference data: ${items.length} new rows`);
  } finally {
    await close();
  }
}

await main();
