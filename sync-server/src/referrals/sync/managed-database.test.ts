import { randomUUID } from 'node:crypto';
import type { ReferralDelta } from '@sunloop/shared-types/referrals/sync.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Orm } from '../../db/orm.ts';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { createTestDatabase, type TestDatabase, waitForWriters } from '../../test/database.ts';
import { makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

/** A provider's PostgreSQL: an account that is no superuser, and functions about the machine refused to it. */
const role = `managed_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
let database: TestDatabase;
let orm: Orm;
let server: TestServer;
let person: TestPerson;
const ask = <Row extends object>(sql: string) => database.orm.em.fork().execute<Row[]>(sql);

beforeAll(async () => {
  database = await createTestDatabase();
  await ask(`create role ${role} login password 'managed'`);
  await ask(`grant all on all tables in schema public to ${role}`);
  await ask('revoke execute on function pg_control_system() from public');
  await ask('revoke execute on function pg_walfile_name(pg_lsn) from public');
  const url = Object.assign(new URL(database.url), { username: role, password: 'managed' });
  orm = await openOrm({ url: url.href });
  server = await startTestServer({ database, orm });
});
afterAll(async () => {
  await server.close();
  await orm.close(true);
  await ask(`drop owned by ${role}`);
  await ask(`drop role ${role}`);
  await database.drop();
});
beforeEach(async () => {
  person = await makeCustomer(server);
});

async function pull(since: string): Promise<ReferralDelta> {
  return (await person.client.call(routes.pullReferrals, { query: { since } })).body;
}

async function push(): Promise<string> {
  const id = uuidv7();
  const body = { referrals: [{ id, name: 'Ann Lee', email: `${id}@example.com` }] };
  await person.client.call(routes.pushReferrals, { body });
  return id;
}

test('changes are told as everywhere else', async () => {
  await push();
  await waitForWriters(database);
  const { cursor, full } = await pull('');
  expect(full).toBe(true);
  const added = await push();
  const next = await pull(cursor);
  expect(next).toMatchObject({ full: false, deletes: [] });
  expect(next.upserts.map(({ id }) => id)).toEqual([added]);
});

test('after each start of the database devices ask for everything, because nobody can say which one it is', async () => {
  await push();
  const { cursor } = await pull('');
  await ask(`create or replace function run_here() returns text language sql stable
    as $$ select 'since a later start' $$`);
  const next = await pull(cursor);
  expect(next.full).toBe(true);
  expect(next.upserts).toHaveLength(1);
});
