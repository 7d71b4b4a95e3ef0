import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const newAchievement = (overrides: Record<string, unknown> = {}) => ({
  title: `Title ${uuidv7()}`,
  description: 'Submit many referrals',
  type: 'referrals_submitted',
  icon: 'crown',
  rarity: 'epic',
  requiredCount: 900,
  reward: 'A sun hat',
  isActive: 'true',
  ...overrides,
});

async function added(overrides: Record<string, unknown> = {}) {
  const body = newAchievement(overrides);
  return (await admin.client.call(routes.addAchievement, { body })).body;
}
async function stored(id: string) {
  const { body } = await admin.client.call(routes.adminAchievements);
  return body.find((achievement) => achievement.id === id);
}
const auditOf = (id: string) =>
  server.sql('select action, details from audit_logs where entity_id = ? order by created_at, id', [
    id,
  ]);
const rowsOf = (id: string) =>
  server.sql('select 1 from user_achievements where achievement_id = ?', [id]);

/** Any act after which achievements are counted. */
async function submit({ client }: TestPerson) {
  const id = uuidv7();
  await client.call(routes.addReferral, { body: { id, name: 'Ada', email: `${id}@example.com` } });
}

async function earns(person: TestPerson) {
  const achievement = await added({ requiredCount: 1 });
  await submit(person);
  return achievement;
}

describe('POST /api/admin/achievements', () => {
  test('makes an achievement that customers see', async () => {
    const body = newAchievement({ reward: '' });
    const answer = await admin.client.call(routes.addAchievement, { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ ...body, reward: null });
    expect(await stored(answer.body.id)).toEqual(answer.body);
    const params = { userId: customer.user.id };
    const lists = (await customer.client.call(routes.achievements, { params })).body;
    expect(lists.locked.map(({ id }) => id)).toContain(answer.body.id);
  });

  test('refuses bad input by field', async () => {
    const body = newAchievement({
      type: 'luck',
      icon: 'x',
      rarity: 'x',
      requiredCount: 0,
      title: '',
    });
    const answer = await admin.client.refuse(routes.addAchievement, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(Object.keys(answer.body.fields ?? {}).toSorted()).toEqual([
      'icon',
      'rarity',
      'requiredCount',
      'title',
      'type',
    ]);
  });
});

describe('PUT /api/admin/achievements/:id', () => {
  test('keeps what is absent and clears with null; the same twice is the same', async () => {
    const achievement = await added();
    const params = { id: achievement.id };
    const body = { reward: null, rarity: 'legendary', isActive: 'false' };
    for (const _ of [1, 2]) {
      const answer = await admin.client.call(routes.changeAchievement, { params, body });
      expect(answer.body).toEqual({ ...achievement, ...body });
    }
    expect(await stored(achievement.id)).toEqual({ ...achievement, ...body });
  });

  test('takes nothing from people who have earned it', async () => {
    const person = await makeCustomer(server);
    const { id } = await earns(person);
    const body = { requiredCount: 1000, isActive: 'false' };
    await admin.client.call(routes.changeAchievement, { params: { id }, body });
    await submit(person);
    const params = { userId: person.user.id };
    const { earned } = (await person.client.call(routes.achievements, { params })).body;
    expect(earned.map((achievement) => achievement.id)).toContain(id);
  });

  test('refuses bad input by field and keeps what was there', async () => {
    const achievement = await added();
    const input = { params: { id: achievement.id }, body: { title: null, requiredCount: 1.5 } };
    expect(await admin.client.refuse(routes.changeAchievement, input)).toMatchObject({
      status: 400,
      body: { fields: { title: expect.any(String), requiredCount: expect.any(String) } },
    });
    expect(await stored(achievement.id)).toEqual(achievement);
  });
});

describe('DELETE /api/admin/achievements/:id', () => {
  const route = routes.deleteAchievement;

  test('deletes one that nobody earned with all progress made, once', async () => {
    const achievement = await added();
    const params = { id: achievement.id };
    await submit(await makeCustomer(server));
    expect(await rowsOf(achievement.id)).toHaveLength(1);
    expect((await admin.client.call(route, { params })).status).toBe(204);
    expect(await stored(achievement.id)).toBeUndefined();
    expect(await rowsOf(achievement.id)).toEqual([]);
    expect((await admin.client.refuse(route, { params })).status).toBe(404);
  });

  test('refuses one that somebody earned', async () => {
    const achievement = await earns(await makeCustomer(server));
    const params = { id: achievement.id };
    const answer = await admin.client.refuse(route, { params });
    expect(answer).toMatchObject({ status: 409, body: { code: 'in_use' } });
    expect(await stored(achievement.id)).toEqual(achievement);
  });

  test('at the moment somebody earns it, the deletion is refused or comes first, and no act fails', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await added({ requiredCount: 1 });
      const people = await Promise.all([makeCustomer(server), makeCustomer(server)]);
      const path = route.path.replace(':id', id);
      const [response] = await Promise.all([
        admin.client.fetch(path, { method: 'DELETE' }),
        ...people.map(submit),
      ]);
      const isGone = (await stored(id)) === undefined;
      expect(response.status).toBe(isGone ? 204 : 409);
      expect(await rowsOf(id)).toHaveLength(isGone ? 0 : 2);
    }
  });
});

test('Each act leaves an audit line', async () => {
  const { id, title } = await added();
  const params = { id };
  await admin.client.call(routes.changeAchievement, { params, body: { requiredCount: 901 } });
  await admin.client.call(routes.deleteAchievement, { params });
  expect(await auditOf(id)).toEqual([
    { action: 'achievement.create', details: title },
    { action: 'achievement.change', details: 'requiredCount: 900 → 901' },
    { action: 'achievement.delete', details: title },
  ]);
});

test('An unknown one is 404', async () => {
  const params = { id: uuidv7() };
  const answer = await admin.client.refuse(routes.changeAchievement, { params, body: {} });
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('Without an admin’s session nothing can be seen or changed', async () => {
  const achievement = await added();
  const input = { params: { id: achievement.id }, body: newAchievement() };
  const all = [
    routes.adminAchievements,
    routes.addAchievement,
    routes.changeAchievement,
    routes.deleteAchievement,
  ];
  for (const route of all) {
    const sent = route.method === 'GET' ? {} : input;
    expect((await customer.client.refuse(route, sent)).status).toBe(403);
    expect((await server.client().refuse(route, sent)).status).toBe(401);
  }
  expect(await stored(achievement.id)).toEqual(achievement);
});
