import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, refer, type TestPerson } from '../test/people.ts';
import { startTestServer, type TestServer } from '../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

const preview = async (ids: string[]) =>
  (await admin.client.call(routes.previewCompletion, { body: { ids } })).body;
const complete = (id: string) =>
  admin.client.call(routes.changeReferralStatus, { params: { id }, body: { status: 'completed' } });

test('An admin is told whom completing would pay and how much, and it pays exactly that', async () => {
  const [one, two] = [await makeCustomer(server), await makeCustomer(server)];
  const [a = '', b = '', c = ''] = await refer(one, 3);
  const [d = ''] = await refer(two, 1);
  await complete(a);
  const told = await preview([b, d, c, a, uuidv7()]);
  expect(told).toEqual({
    referrals: 3,
    pays: '$1,000',
    people: [
      {
        userId: one.user.id,
        username: one.user.username,
        pays: '$700',
        rungs: [
          { ordinal: 2, reward: '$300' },
          { ordinal: 3, reward: '$400' },
        ],
      },
      {
        userId: two.user.id,
        username: two.user.username,
        pays: '$300',
        rungs: [{ ordinal: 1, reward: '$300' }],
      },
    ],
  });
  for (const id of [b, c]) await complete(id);
  expect((await one.client.call(routes.stats)).body.rewardsEarned).toBe('$1,000');
});

test('Asking pays nothing, and a reward that is not money is given in words', async () => {
  const customer = await makeCustomer(server);
  const ids = await refer(customer, 11);
  const { pays } = await preview(ids);
  expect(pays).toBe('$5,400 and 2 × 50% Tesla Powerwall discount');
  expect((await customer.client.call(routes.rewardHistory)).body).toEqual([]);
});

test('Only admins may ask, and an empty or malformed question is 400', async () => {
  const customer = await makeCustomer(server);
  const ids = await refer(customer, 1);
  expect(await customer.client.refuse(routes.previewCompletion, { body: { ids } })).toMatchObject({
    status: 403,
  });
  for (const wrong of [[], ['nonsense']]) {
    const call = { body: { ids: wrong } };
    expect(await admin.client.refuse(routes.previewCompletion, call)).toMatchObject({
      status: 400,
    });
  }
});
