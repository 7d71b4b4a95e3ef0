// @module-tag sweep
import { PUSH_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../db/orm.ts';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { writeSeedData } from '../../../operate/install/seed-data.ts';
import { makeCustomer, type TestPerson } from '../people.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { fillQuickly } from '../../../operate/install/seed/fill-quickly.ts';
import { countPlannings, recordPrepared, type Prepared } from './plans.ts';

/** How often PostgreSQL plans a prepared statement for its values before it considers a generic plan. */
const FIRST_RUNS = 5;

const person = () => ({ id: randomUUID(), name: 'Some Body', email: `${randomUUID()}@x.example` });
const full = Array.from({ length: PUSH_MAX_ROWS }, person);

const GROW_SESSIONS = `insert into sessions (id, user_id, expires_at)
  select md5(id::text), id, now() + interval '1 day' from users`;

let server: TestServer;
// On a separate connection, so that the requests are not recorded.
let explainer: Orm;
beforeAll(async () => {
  server = await startTestServer();
  // With few rows every plan costs the same.
  const { orm } = server.database;
  await fillQuickly(orm, () => writeSeedData(orm, { users: 1000, referrals: 20_000 }));
  explainer = await openOrm({ url: server.database.url });
});
afterAll(async () => {
  await explainer.close(true);
  await server.close();
});

/** The texts of those that PostgreSQL goes on planning after it could have kept a plan. */
async function findPlannedAnew(
  orm: Orm,
  statements: readonly Prepared[],
  grow?: () => Promise<unknown>,
): Promise<string[]> {
  const counts = await countPlannings(orm, statements, { runs: 3 * FIRST_RUNS, grow });
  const anew = statements.filter((_, at) => (counts[at] ?? Infinity) > FIRST_RUNS);
  return anew.map(({ text }) => text);
}

type Call = (person: TestPerson) => Promise<unknown>;
const CALLS: readonly [string, Call][] = [
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
];

// Planning takes longer than running, and each caller waits for it.
test.each(CALLS)('statements of %s are not planned again for each call', async (_, call) => {
  const customer = await makeCustomer(server);
  const others = Array.from({ length: PUSH_MAX_ROWS }, person);
  await customer.client.call(routes.pushReferrals, { body: { referrals: others } });
  await server.sql('analyze');
  const recorded = recordPrepared(server.database.orm);
  await call(customer);
  expect(recorded).not.toEqual([]);
  expect(await findPlannedAnew(explainer, recorded)).toEqual([]);
});

test('a connection from when the tables were empty does not plan every call again once they have grown', async () => {
  const young = await startTestServer();
  const { orm, url } = young.database;
  const planner = await openOrm({ url });
  try {
    const customer = await makeCustomer(young);
    const recording = recordPrepared(orm);
    for (const [, call] of CALLS) await call(customer);
    const recorded = [...recording];
    const grow = async () => {
      await writeSeedData(orm, { users: 1000, referrals: 5000 });
      await young.sql(GROW_SESSIONS);
      await young.sql('analyze');
    };
    expect(recorded.length).toBeGreaterThan(CALLS.length);
    expect(await findPlannedAnew(planner, recorded, grow)).toEqual([]);
  } finally {
    await planner.close(true);
    await young.close();
  }
});
