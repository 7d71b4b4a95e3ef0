import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { routes } from '@sunloop/shared-types/routes.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { parseEnv } from '../../operate/env/env.ts';
import { startServer } from '../../operate/start/server-process.ts';
import { TestClient } from '../test/client.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

/** Sets something for the database, as a dump brings it along. */
async function setForDatabase(name: string, value: string): Promise<void> {
  const own = new URL(database.url).pathname.slice(1);
  await database.orm.em.fork().execute(`alter database "${own}" set ${name} = '${value}'`);
}

async function start(variables: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sunloop-settings-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const env = parseEnv({ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', ...variables });
  const server = await startServer(env, { log: pino({ level: 'silent' }) });
  onTestFinished(() => server.stop());
  return new TestClient(server.origin);
}

const WRONG = [
  ['datestyle', 'German, DMY'],
  ['datestyle', 'SQL, MDY'],
  ['intervalstyle', 'sql_standard'],
  ['extra_float_digits', '-10'],
  ['standard_conforming_strings', 'off'],
  ['array_nulls', 'off'],
  ['transform_null_equals', 'on'],
  ['default_transaction_isolation', 'serializable'],
] as const;

test.each([...WRONG, ['timezone', 'Asia/Kolkata'], ['bytea_output', 'escape']] as const)(
  'on a database whose %s is %s people sign up, refer and read',
  async (name, value) => {
    await setForDatabase(name, value);
    const client = await start();
    const { createdAt } = await client.signUp('ann');
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(600_000);
    const id = randomUUID();
    const body = { referrals: [{ id, name: 'Bo Lee', email: 'bo@example.com' }] };
    await client.call(routes.pushReferrals, { body });
    const { body: pulled } = await client.call(routes.pullReferrals, { query: { since: '' } });
    expect(pulled.upserts).toMatchObject([{ id, name: 'Bo Lee' }]);
    expect((await client.call(routes.currentUser)).body.createdAt).toBe(createdAt);
  },
);

test.each(WRONG)(
  'where connections cannot ask for it, a start refuses %s = %s and says what to set',
  async (name, value) => {
    await setForDatabase(name, value);
    const advice = new RegExp(`${name} is .*alter role … set ${name} = '`);
    await expect(start({ DATABASE_CALLER_CHECK_MS: '0' })).rejects.toThrow(advice);
  },
);

test('another order of days is no fault', async () => {
  await setForDatabase('datestyle', 'ISO, DMY');
  await start({ DATABASE_CALLER_CHECK_MS: '0' });
});
