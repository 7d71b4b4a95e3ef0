import { routes } from '@sunloop/shared-types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../test/server.ts';
import { seedSignIn, writeSeedData } from './seed-data.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await writeSeedData(server.database.orm, { users: 5, referrals: 500 });
});
afterAll(() => server.close());

test('seeded customers sign in and their figures agree with their rows', async () => {
  const client = server.client();
  const user = (await client.call(routes.logIn, { body: seedSignIn })).body;
  const referrals = (await client.call(routes.listReferrals)).body;
  const history = (await client.call(routes.rewardHistory)).body;
  const stats = (await client.call(routes.stats)).body;
  const completed = referrals.filter(({ status }) => status === 'completed');
  expect(referrals).toHaveLength(100);
  expect(completed.length).toBeGreaterThan(10);
  expect(stats).toMatchObject({ totalReferrals: 100, successfulReferrals: completed.length });
  expect(history.map(({ referralId }) => referralId).toSorted()).toEqual(
    completed.map(({ id }) => id).toSorted(),
  );
  const { earned } = (await client.call(routes.achievements, { params: { userId: user.id } })).body;
  expect(earned.length).toBeGreaterThan(3);
});

test('rungs pay as the ladder of the reference tiers does', async () => {
  const rows = await server.database.orm.em
    .fork()
    .execute<{ ordinal: number; rewards: string[] }[]>(
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
});
