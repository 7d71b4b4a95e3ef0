import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../../test/people.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
let customer: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
  customer = await makeCustomer(server);
});
afterAll(() => server.close());

const newReward = (overrides: Record<string, unknown> = {}) => ({
  name: `Reward ${uuidv7()}`,
  description: 'For you',
  amount: '$50',
  requiredReferrals: 2,
  ...overrides,
});

async function added(overrides: Record<string, unknown> = {}) {
  return (await admin.client.call(routes.addAvailableReward, { body: newReward(overrides) })).body;
}
/** What a customer sees of the reward. */
async function seen(id: string) {
  const { body } = await customer.client.call(routes.availableRewards);
  return body.find((reward) => reward.id === id);
}
const auditOf = (id: string) =>
  server.database.orm.em
    .fork()
    .execute('select action, details from audit_logs where entity_id = ? order by created_at, id', [
      id,
    ]);

test('A new reward is advertised to customers and listed to admins', async () => {
  const body = newReward({ name: ' Sun hat ', description: '' });
  const answer = await admin.client.call(routes.addAvailableReward, { body });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ ...body, name: 'Sun hat', description: null });
  expect(await seen(answer.body.id)).toEqual(answer.body);
  expect((await admin.client.call(routes.adminRewards)).body).toContainEqual(answer.body);
});

test('A change keeps what is absent and clears with null; the same twice is the same', async () => {
  const reward = await added();
  const params = { id: reward.id };
  const body = { description: null, amount: '$75' };
  const changed = { ...reward, ...body };
  for (const _ of [1, 2]) {
    expect((await admin.client.call(routes.changeAvailableReward, { params, body })).body).toEqual(
      changed,
    );
  }
  expect(await seen(reward.id)).toEqual(changed);
});

test('A deleted reward is gone for everybody, and deleting it again is 404', async () => {
  const reward = await added();
  const params = { id: reward.id };
  expect((await admin.client.call(routes.deleteAvailableReward, { params })).status).toBe(204);
  expect(await seen(reward.id)).toBeUndefined();
  expect((await admin.client.refuse(routes.deleteAvailableReward, { params })).status).toBe(404);
});

test('Each act leaves an audit line', async () => {
  const reward = await added();
  const params = { id: reward.id };
  const body = { requiredReferrals: 3 };
  await admin.client.call(routes.changeAvailableReward, { params, body });
  await admin.client.call(routes.deleteAvailableReward, { params });
  expect(await auditOf(reward.id)).toEqual([
    { action: 'reward.create', details: `${reward.name}: $50` },
    { action: 'reward.change', details: 'requiredReferrals: 2 → 3' },
    { action: 'reward.delete', details: `${reward.name}: $50` },
  ]);
});

test('Bad input is refused by field', async () => {
  const body = newReward({ name: '', amount: null, requiredReferrals: -1 });
  const fields = {
    name: expect.any(String),
    amount: expect.any(String),
    requiredReferrals: expect.any(String),
  };
  const answer = { status: 400, body: { code: 'invalid', fields } };
  expect(await admin.client.refuse(routes.addAvailableReward, { body })).toMatchObject(answer);
  const reward = await added();
  const input = { params: { id: reward.id }, body };
  expect(await admin.client.refuse(routes.changeAvailableReward, input)).toMatchObject(answer);
  expect(await seen(reward.id)).toEqual(reward);
});

test('An unknown one is 404', async () => {
  const params = { id: uuidv7() };
  const answer = await admin.client.refuse(routes.changeAvailableReward, { params, body: {} });
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('Only admins can change anything', async () => {
  const reward = await added();
  const input = { params: { id: reward.id }, body: newReward() };
  const all = [
    routes.addAvailableReward,
    routes.changeAvailableReward,
    routes.deleteAvailableReward,
  ];
  for (const route of all) {
    expect((await customer.client.refuse(route, input)).status).toBe(403);
    expect((await server.client().refuse(route, input)).status).toBe(401);
  }
  expect(await seen(reward.id)).toEqual(reward);
});
