import { PUSH_MAX_ROWS, routes } from '@sunloop/shared-types';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOrm, type Orm } from '../../db/orm.ts';
import { writeSeedData } from '../../install/seed-data.ts';
import { makeCustomer, type TestPerson } from '../people.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { fillQuickly } from './fill.ts';
import { countPlannings, recordPrepared } from './plans.ts';

/** How often PostgreSQL plans a prepared statement for its values before it considers a generic plan. */
const FIRST_RUNS = 5;

const person = () => ({ id: randomUUID(), name: 'Some Body', email: `${randomUUID()}@x.example` });
const full = Array.from({ length: PUSH_MAX_ROWS }, person);

let server: TestServer;
// On a separate connection, so that the requests are not recorded.
let explainer: Orm;
beforeAll(async () => {
  server = await startTestServer();
  // With few rows every plan costs the same.
  const { orm } = server.database;
  await fillQuickly(orm, () => writeSeedData(orm, { users: 1000, referrals: 20_000 }));
  explainer = await openOrm({ url: server.database.url });
}, 120_000);
afterAll(async () => {
  await explainer.close(true);
  await server.close();
});

// Planning takes longer than running, and each caller waits for it.
test.each<[string, (person: TestPerson) => Promise<unknown>]>([
  ['stats', ({ client }) => client.call(routes.stats)],
  [
    'the achievement check',
    ({ client, user }) => client.call(routes.checkAchievements, { params: { userId: user.id } }),
  ],
  ['one referral', ({ client }) => client.call(routes.addReferral, { body: person() })],
  [
    'a full push',
    ({ client }) => client.call(routes.pushReferrals, { body: { referrals: full, brief: true } }),
  ],
  [
    'a list read',
    async ({ client }) => {
      const { cursor } = (await client.call(routes.pullReferrals, { query: { since: '' } })).body;
      await client.call(routes.pullReferrals, { query: { since: cursor } });
    },
  ],
])('statements of %s are not planned again for each call', async (_, call) => {
  const customer = await makeCustomer(server);
  const others = Array.from({ length: PUSH_MAX_ROWS }, person);
  await customer.client.call(routes.pushReferrals, { body: { referrals: others } });
  await server.sql('analyze');
  const recorded = recordPrepared(server.database.orm);
  await call(customer);
  expect(recorded.length).toBeGreaterThan(1);
  const counts = await countPlannings(explainer, recorded, 3 * FIRST_RUNS);
  const anew = recorded.filter((__, at) => (counts[at] ?? Infinity) > FIRST_RUNS);
  expect(anew).toEqual([]);
});
