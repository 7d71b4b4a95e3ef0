import { expect, onTestFinished, test } from 'vitest';
import { defineStatement, nameStatements, runnerOf } from '../../src/db/query/statement.ts';
import { parseEnv } from '../env/env.ts';
import { openInstallation } from './open-installation.ts';
import { createTestDatabase } from '../../src/test/database.ts';

const ANY = defineStatement('any-statement', 'select 1');

test.each(['true', 'false'])(
  'DATABASE_PREPARED=%s holds for a command, too',
  async (isPrepared) => {
    onTestFinished(() => nameStatements(true));
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const env = parseEnv({ DATABASE_URL: database.url, DATABASE_PREPARED: isPrepared });
    const { upkeep, close } = await openInstallation(env);
    onTestFinished(close);
    await runnerOf(upkeep.em.fork())(ANY, []);
    const kept = await upkeep.em.fork().execute('select from pg_prepared_statements');
    expect(kept).toHaveLength(isPrepared === 'true' ? 1 : 0);
  },
);
