import { parseArgs } from 'node:util';
import { migrate } from '../src/db/migrate.ts';
import type { Orm } from '../src/db/orm.ts';
import { openDatabase } from './start/open-database.ts';
import { readEnv } from './env/env.ts';
import { updateReportCounts } from '../src/program/reports/update-counts.ts';
import { fillSearch } from './housekeeping/fill-search.ts';
import { writeReferenceData } from './install/reference-data.ts';
import { fillQuickly } from './install/seed/fill-quickly.ts';
import { type SeedSize, seedSignIn, writeSeedData } from './install/seed-data.ts';

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
    await fillQuickly(database.upkeep, () => fill(database.upkeep, size), NEEDED);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`Seeded ${size.users} users and ${size.referrals} referrals in ${seconds} s`);
    console.log(`Sign in as ${seedSignIn.email} with ${seedSignIn.password}`);
  } finally {
    await database.close();
  }
}

/** Indexes by which housekeeping looks up rows one by one. */
const NEEDED = [
  'referrals_version',
  'reward_history_referral',
  'referral_search_email',
  'referral_search_phone',
];

/** Writes the rows, and what housekeeping would do with them within seconds of the server's start. */
async function fill(orm: Orm, size: SeedSize): Promise<void> {
  await writeSeedData(orm, size);
  await fillSearch(orm);
  await updateReportCounts(orm.em.fork());
}

function countOf(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`A count must be a whole number from 1, not ${text}`);
}

await main();
