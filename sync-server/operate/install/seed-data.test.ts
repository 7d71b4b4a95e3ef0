import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateReportCounts } from '../../src/program/reports/update-counts.ts';
import { createTestDatabase } from '../../src/test/database.ts';
import { findMiscounts } from '../../src/test/recount.ts';
import { startTestServer, type TestServer } from '../../src/test/server.ts';
import { seedSignIn, writeSeedData } from './seed-data.ts';

const SIZE = { users: 50, referrals: 5000 };
const until = new Date();

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await writeSeedData(server.database.orm, SIZE, until);
});
afterAll(() => server.close());

test('seeded customers sign in and their figures agree with their rows', async () => {
  const client = server.client();
  const user = (await client.call(routes.logIn, { body: seedSignIn })).body;
  const referrals = (await client.call(routes.listReferrals)).body;
  const history = (await client.call(routes.rewardHistory)).body;
  const stats = (await client.call(routes.stats)).body;
  const completed = referrals.filter(({ status }) => status === 'completed');
  expect(completed.length).toBeGreaterThan(10);
  expect(stats).toMatchObject({
    totalReferrals: referrals.length,
    successfulReferrals: completed.length,
  });
  expect(history.map(({ referralId }) => referralId).toSorted()).toEqual(
    completed.map(({ id }) => id).toSorted(),
  );
  const { earned } = (await client.call(routes.achievements, { params: { userId: user.id } })).body;
  expect(earned.length).toBeGreaterThan(3);
  const impact = (await client.call(routes.environmentalImpact)).body;
  expect(Number(impact.carbonSavedTons)).toBeCloseTo(completed.length * 4.8, 2);
});

test('rungs pay as the ladder of the reference tiers does, and the ledger what the referrals show', async () => {
  const rows = await server.sql<{ ordinal: number; rewards: string[] }>(
    `select ordinal, array_agg(distinct reward) as rewards from referrals
     where ordinal in (1, 3, 5, 7, 10) group by ordinal order by ordinal`,
  );
  expect(rows).toEqual([
    { ordinal: 1, rewards: ['$300'] },
    { ordinal: 3, rewards: ['$400'] },
    { ordinal: 5, rewards: ['$500'] },
    { ordinal: 7, rewards: ['$1000'] },
    { ordinal: 10, rewards: ['50% Tesla Powerwall discount'] },
  ]);
  const paid = await server.sql(
    `select distinct amount, amount_cents::int as cents from reward_history order by 2`,
  );
  expect(paid).toContainEqual({ amount: '$1000', cents: 100_000 });
  const unlike = await server.sql(
    `select 1 from referrals r full join reward_history h on h.referral_id = r.id
     where r.status = 'completed' and h.id is null or r.reward <> h.amount`,
  );
  expect(unlike).toEqual([]);
});

test('all counts are what the rows say, although they are written in bulk', async () => {
  await updateReportCounts(server.database.orm.em.fork());
  expect(await findMiscounts(server.database.orm)).toEqual([]);
});

test('referrals cover two years, a word is in one of twenty names, and each name ends in a word of its own', async () => {
  const [found] = await server.sql<{ days: number; share: number; tails: number }>(
    `select extract(epoch from :until::timestamptz - min(created_at))::float8 * 1000 / ${DAY_MS} as days,
       avg((name ilike '%maria%')::int)::float8 as share,
       count(distinct split_part(name, '-', 2))::int as tails from referrals`,
    { until },
  );
  expect(found?.days).toBeCloseTo(730, 0);
  expect(found?.share).toBeGreaterThan(0.04);
  expect(found?.share).toBeLessThan(0.06);
  expect(found?.tails).toBe(SIZE.referrals);
});

test('the same size and time are the same data', async () => {
  const again = await createTestDatabase();
  await writeSeedData(again.orm, SIZE, until);
  for (const [table, columns] of [
    ['users', 'id, username, email, created_at'],
    [
      'referrals',
      'id, user_id, name, email, phone, status, reward, ordinal, created_at, updated_at',
    ],
    ['reward_history', 'id, user_id, referral_id, amount_cents, description, created_at, paid_at'],
    ['quotes', 'id, name, email, status, created_at'],
  ] as const) {
    const sql = `select ${columns} from ${table} order by id`;
    expect(await again.orm.em.fork().execute(sql)).toEqual(await server.sql(sql));
  }
  await again.drop();
});
