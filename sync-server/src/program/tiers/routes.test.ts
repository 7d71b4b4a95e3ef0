import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
let customer: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
  customer = await makeCustomer(server);
});
afterAll(() => server.close());

function newTier(overrides: Record<string, unknown> = {}) {
  const fixed = { level: 6, requiredReferrals: 20, rewardAmount: '$1,234.50', isActive: 'true' };
  return { ...fixed, name: `Tier ${uuidv7()}`, ...overrides };
}

async function added(overrides: Record<string, unknown> = {}) {
  return (await admin.client.call(routes.addRewardTier, { body: newTier(overrides) })).body;
}
async function stored(id: string) {
  const { body } = await admin.client.call(routes.rewardTiers);
  return body.find((tier) => tier.id === id);
}
async function centsOf(id: string) {
  const [row] = await server.sql<{ cents: string }>(
    'select amount_cents as cents from reward_tiers where id = ?',
    [id],
  );
  return Number(row?.cents);
}
/** What a customer sees of a tier. */
async function levelOf(name: string) {
  const { body } = await customer.client.call(routes.rewardLevels);
  return body.find((level) => level.name === name);
}
async function referralOf({ client }: TestPerson): Promise<string> {
  const body = { name: 'Friend', email: `friend.${uuidv7()}@example.com`, phone: '000-0000' };
  return (await client.call(routes.addReferral, { body })).body.id;
}
/** How many open referrals a rung is promised to. */
async function promisedAt() {
  const { body } = await admin.client.call(routes.promisedRungs);
  return (rung: number) => body.find(({ from, to }) => from <= rung && rung <= to)?.people;
}
const auditOf = (id: string) =>
  server.sql<{ action: string; details: string }>(
    'select action, details from audit_logs where entity_id = ? order by created_at, id',
    [id],
  );
const change = async (id: string, body: unknown) =>
  (await admin.client.call(routes.changeRewardTier, { params: { id }, body })).body;

test('The first tiers are listed by level', async () => {
  const { body } = await admin.client.call(routes.rewardTiers);
  expect(body.map(({ level, minReferrals }) => [level, minReferrals]).slice(0, 5)).toEqual([
    [1, 1],
    [2, 3],
    [3, 5],
    [4, 7],
    [5, 10],
  ]);
});

test('Promised rungs are those open referrals would take, past held ones; what pays nothing promises nothing', async () => {
  const before = await promisedAt();
  const person = await makeCustomer(server);
  const ids = [];
  for (let n = 0; n < 5; n += 1) ids.push(await referralOf(person));
  await server.sql(`update referrals set status = 'completed', ordinal = 2 where id = ?`, [ids[0]]);
  await server.sql('update referrals set share = 0 where id = ?', [ids[1]]);
  const after = await promisedAt();
  const more = [1, 2, 3, 4, 5].map((n) => (after(n) ?? 0) - (before(n) ?? 0));
  expect(more).toEqual([1, 0, 1, 1, 0]);
});

describe('POST /api/admin/reward-tiers', () => {
  test('creates a tier with its defaults, its cents, its level and an audit line', async () => {
    const given = newTier({ name: '  Nova  ', description: '' });
    const answer = await admin.client.call(routes.addRewardTier, { body: given });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...given,
      id: expect.any(String),
      name: 'Nova',
      minReferrals: 20,
      maxReferrals: null,
      description: null,
      createdAt: expect.any(String),
    });
    expect(await stored(answer.body.id)).toEqual(answer.body);
    expect(await centsOf(answer.body.id)).toBe(123_450);
    const level = { level: 6, requiredReferrals: 20, reward: '$1,234.50', currentReferrals: 0 };
    expect(await levelOf('Nova')).toMatchObject(level);
    expect(await auditOf(answer.body.id)).toEqual([
      { action: 'reward_tier.create', details: 'Nova: $1,234.50' },
    ]);
  });

  test('shows an inactive tier to no customer', async () => {
    const tier = await added({ isActive: 'false' });
    expect(await levelOf(tier.name)).toBeUndefined();
  });

  test('counts a reward that is not money as zero', async () => {
    const tier = await added({ rewardAmount: '50% Tesla Powerwall discount' });
    expect(await centsOf(tier.id)).toBe(0);
  });

  test.each([
    [{ rewardAmount: '$300,00' }, ['rewardAmount']],
    [{ maxReferrals: 19 }, ['maxReferrals']],
    [{ minReferrals: 5, maxReferrals: 4 }, ['maxReferrals']],
    [{ level: 0, name: ' ', isActive: 'yes' }, ['level', 'name', 'isActive']],
    [{ requiredReferrals: 1.5, rewardAmount: '' }, ['requiredReferrals', 'rewardAmount']],
    [{ minReferrals: -1, maxReferrals: 1e9 }, ['minReferrals', 'maxReferrals']],
  ])('refuses %j by field', async (overrides, fields) => {
    const body = newTier(overrides);
    const answer = await admin.client.refuse(routes.addRewardTier, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(Object.keys(answer.body.fields ?? {}).toSorted()).toEqual(fields.toSorted());
  });
});

describe('PUT /api/admin/reward-tiers/:id', () => {
  test('keeps what is absent', async () => {
    const tier = await added({ minReferrals: 18, maxReferrals: 30, description: 'Big' });
    const changed = await change(tier.id, { rewardAmount: '$900' });
    expect(changed).toEqual({ ...tier, rewardAmount: '$900' });
    expect(await stored(tier.id)).toEqual(changed);
    expect(await centsOf(tier.id)).toBe(90_000);
  });

  test('clears with null: no end, no description, the minimum back to what is required', async () => {
    const tier = await added({ minReferrals: 18, maxReferrals: 30, description: 'Big' });
    const nothing = { minReferrals: null, maxReferrals: null, description: null };
    expect(await change(tier.id, nothing)).toEqual({ ...tier, ...nothing, minReferrals: 20 });
    const both = { minReferrals: null, requiredReferrals: 25 };
    expect(await change(tier.id, both)).toMatchObject({ minReferrals: 25, requiredReferrals: 25 });
  });

  test('changes the level customers see, and hides or shows it with isActive', async () => {
    const tier = await added();
    const shown = await levelOf(tier.name);
    const name = `${tier.name} new`;
    await change(tier.id, { name, level: 7, requiredReferrals: 21, rewardAmount: '$2' });
    expect(await levelOf(name)).toEqual({
      ...shown,
      name,
      level: 7,
      requiredReferrals: 21,
      reward: '$2',
    });
    await change(tier.id, { isActive: 'false' });
    expect(await levelOf(name)).toBeUndefined();
    await change(tier.id, { isActive: 'true' });
    expect(await levelOf(name)).toMatchObject({ level: 7, reward: '$2' });
  });

  test('answers the same twice and puts both values in the audit log', async () => {
    const tier = await added();
    const first = await change(tier.id, { rewardAmount: '$5' });
    expect(await change(tier.id, { rewardAmount: '$5' })).toEqual(first);
    expect((await auditOf(tier.id)).slice(1)).toEqual([
      { action: 'reward_tier.change', details: 'rewardAmount: $1,234.50 → $5' },
      { action: 'reward_tier.change', details: 'nothing changed' },
    ]);
  });

  test('builds on the other change when two come at once', async () => {
    const changes = [{ minReferrals: 9 }, { maxReferrals: 6 }, { isActive: 'true' }];
    for (let round = 0; round < 5; round += 1) {
      const { id, name } = await added({ minReferrals: 5, maxReferrals: 10, isActive: 'false' });
      const answers = await Promise.all(
        [...changes, { isActive: 'true' }].map((body) =>
          admin.client.fetch(routes.changeRewardTier.path.replace(':id', id), {
            method: 'PUT',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          }),
        ),
      );
      // Both ranges together would be empty, so the later one is refused.
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400]);
      expect(await levelOf(name)).toBeDefined();
    }
  });

  test('refuses an empty range made of old and new, and keeps tier and level', async () => {
    const tier = await added({ minReferrals: 5, maxReferrals: 10 });
    for (const body of [{ minReferrals: 11 }, { maxReferrals: 4 }, { minReferrals: null }]) {
      const input = { params: { id: tier.id }, body: { ...body, name: 'Never' } };
      expect(await admin.client.refuse(routes.changeRewardTier, input)).toMatchObject({
        status: 400,
        body: { code: 'invalid', fields: { maxReferrals: expect.any(String) } },
      });
    }
    expect(await stored(tier.id)).toEqual(tier);
    expect(await levelOf(tier.name)).toBeDefined();
  });

  test('does not touch what was earned', async () => {
    const { client } = await makeCustomer(server);
    const id = uuidv7();
    await client.call(routes.addReferral, { body: { id, name: 'Ada', email: `${id}@x.example` } });
    const input = { params: { id }, body: { status: 'completed' } };
    await admin.client.call(routes.changeReferralStatus, input);
    const first = (await admin.client.call(routes.rewardTiers)).body[0];
    await change(first?.id ?? '', { rewardAmount: '$1' });
    expect((await client.call(routes.rewardHistory)).body).toMatchObject([{ amount: '$300' }]);
    expect((await client.call(routes.listReferrals)).body).toMatchObject([{ reward: '$300' }]);
    await change(first?.id ?? '', { rewardAmount: '$300' });
  });
});

describe('DELETE /api/admin/reward-tiers/:id', () => {
  test('deletes the tier and its level, once, and says so in the audit log', async () => {
    const tier = await added();
    const params = { id: tier.id };
    expect((await admin.client.call(routes.deleteRewardTier, { params })).status).toBe(204);
    expect(await stored(tier.id)).toBeUndefined();
    expect(await levelOf(tier.name)).toBeUndefined();
    expect((await admin.client.refuse(routes.deleteRewardTier, { params })).status).toBe(404);
    expect((await auditOf(tier.id)).slice(1)).toEqual([
      { action: 'reward_tier.delete', details: `${tier.name}: $1,234.50` },
    ]);
  });
});

test('An unknown tier is 404', async () => {
  for (const id of [uuidv7(), 'x']) {
    const params = { id };
    const answer = await admin.client.refuse(routes.changeRewardTier, { params, body: {} });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await admin.client.refuse(routes.deleteRewardTier, { params })).status).toBe(404);
  }
});

test('Without an admin’s session nothing can be seen or changed', async () => {
  const tier = await added();
  const input = { params: { id: tier.id }, body: newTier() };
  const all = [
    routes.rewardTiers,
    routes.addRewardTier,
    routes.changeRewardTier,
    routes.deleteRewardTier,
  ];
  for (const route of all) {
    const sent = route.method === 'GET' ? {} : input;
    expect((await customer.client.refuse(route, sent)).status).toBe(403);
    expect((await server.client().refuse(route, sent)).status).toBe(401);
  }
  expect(await stored(tier.id)).toEqual(tier);
});
