import { migrate } from '../../src/db/migrate.ts';
import { parseEnv } from '../env/env.ts';
import { writeReferenceData } from '../install/reference-data.ts';
import type { Command } from './command.ts';
import { openInstallation } from './open-installation.ts';

/** `sunloop migrate`: migrates the database, even while servers run on it, and says what was done. */
export const run: Command = async (words, meet) => {
  if (words.length > 0) throw new Error('Usage: sunloop migrate');
  const { upkeep, close } = await openInstallation(parseEnv(await meet()));
  try {
    const steps = await migrate(upkeep);
    const items = await writeReferenceData(upkeep);
    const done = steps.length > 0 ? `Migrated: ${steps.join(', ')}` : 'The schema is up to date';
    return items.length > 0 ? `${done}\nReference data: ${items.length} new rows` : done;
  } finally {
    await close();
  }
};
