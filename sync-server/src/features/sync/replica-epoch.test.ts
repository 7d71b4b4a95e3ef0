import { routes } from '@sunloop/shared-types';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Orm } from '../../db/orm.ts';
import { openOrm } from '../../open-orm.ts';
import { makeCustomer } from '../../test/people.ts';
import { startStandbyPair, type StandbyPair } from '../../test/standby.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

/** Reads lists from a standby, which goes on telling the epoch it was told last. */
let pair: StandbyPair;
let orm: Orm;
let server: TestServer;
/** The same database without the standby. */
let direct: TestServer;
beforeAll(async () => {
  pair = await startStandbyPair();
  const urls = { url: pair.primary.url, readUrls: [pair.standby.url] };
  orm = await openOrm({ ...urls, log: () => {} });
  server = await startTestServer({ database: pair.primary, orm });
  direct = await startTestServer({ database: pair.primary });
});
afterAll(async () => {
  await Promise.all([server.close(), direct.close()]);
  await orm.close(true);
  await pair.close();
});

let person: Awaited<ReturnType<typeof makeCustomer>>;
beforeEach(async () => {
  person = await makeCustomer(server);
});

async function push(): Promise<string> {
  const id = uuidv7();
  const referrals = [{ id, name: 'Ann Lee', email: `${id}@example.com` }];
  await person.client.call(routes.pushReferrals, { body: { referrals } });
  return id;
}

/** The primary is another one than the one whose epoch it is, as after a failover. */
async function replacePrimary(): Promise<void> {
  await server.sql(`update epochs set run = 'that of the one before' where ended_before is null`);
  await untilReplayed();
}

async function untilReplayed(): Promise<void> {
  const [here] = await server.sql<{ at: string }>('select pg_current_wal_lsn()::text as at');
  const hasAll = `select pg_last_wal_replay_lsn() >= '${here?.at}' as is`;
  const ask = () => pair.standby.orm.em.fork().execute<{ is: boolean }[]>(hasAll);
  await expect.poll(async () => (await ask())[0]?.is, { timeout: 30_000 }).toBe(true);
}

const pull = async (from: TestServer, since: string) =>
  (await person.client.at(from.url).call(routes.pullReferrals, { query: { since } })).body;

test('a replaced primary is told of, although the list is read from a standby that knows nothing of it', async () => {
  const { cursor } = await pull(server, '');
  const id = await push();
  await replacePrimary();
  const { gaps = [], upserts } = await pull(server, cursor);
  expect(gaps).toHaveLength(1);
  expect(upserts.map((row) => row.id)).toEqual([id]);
});

test('a cursor of an earlier epoch is answered when the primary was replaced since the last epoch began', async () => {
  const { cursor } = await pull(direct, '');
  await replacePrimary();
  await pull(direct, cursor);
  await replacePrimary();
  // Those of the other tests' epochs may be as young.
  expect((await pull(server, cursor)).gaps?.length).toBeGreaterThanOrEqual(2);
});

test('a standby that has not heard of a new epoch yet has nothing new for a cursor of it', async () => {
  await push();
  await replacePrimary();
  await pair.standby.orm.em.fork().execute('select pg_wal_replay_pause()');
  try {
    const { cursor } = await pull(direct, '');
    await push();
    expect(await pull(server, cursor)).toEqual({ cursor, full: false, upserts: [], deletes: [] });
  } finally {
    await pair.standby.orm.em.fork().execute('select pg_wal_replay_resume()');
  }
});
