import { parseArgs } from 'node:util';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './open-database.ts';
import { readEnv } from './env.ts';
import { updateReportCounts } from './features/reports/update-counts.ts';
import { fillSearch } from './housekeeping/fill-search.ts';
import { writeReferenceData } from './install/reference-data.ts';
import { fillQuickly } from './install/seed/fill-quickly.ts';
import { seedSignIn, writeSeedData } from './install/seed-data.ts';

/**
 * `npm run seed -- --users 1000 --referrals 200000`: fills the configured database for trials at
 * full size.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      users: { type: 'string', default: '1000' },
      referrals: { type: 'string', default: '200000' },
    },
  });
  const size = { users: countOf(values.users), referrals: countOf(values.referrals) };
  const database = await openDatabase(readEnv());
  try {
    await migrate(database.upkeep);
    await writeReferenceData(database.upkeep);
    const startedAt = performance.now();
    await fillQuickly(database.upkeep, () => writeSeedData(database.upkeep, size));
    // What the server would do within seconds of its start.
    await fillSearch(database.upkeep);
    await updateReportCounts(database.upkeep.em.fork());
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`Seeded ${size.users} users and ${size.referrals} referrals in ${seconds} s`);
    console.log(`Sign in as ${seedSignIn.email} with ${seedSignIn.password}`);
  } finally {
    await database.close();
  }
}

function countOf(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`A count must be a whole number from 1, not ${text}`);
}

await main();
