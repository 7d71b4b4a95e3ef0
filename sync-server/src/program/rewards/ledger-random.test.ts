import { REFERRAL_STATUSES } from '@sunloop/shared-types/referrals/referral.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { formatCents, parseCents } from '@sunloop/shared-types/values/money.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ModelCustomer, type ModelTier } from '../../test/model/programme.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { sweeping } from '../../test/quick.ts';
import { seededRandom, type Random } from '../../test/random.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

const ACTS = sweeping(500, 100);
const TONS_PER_REFERRAL = 4.8;

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

interface Side extends TestPerson {
  readonly model: ModelCustomer;
}

async function makeSide(): Promise<Side> {
  return { ...(await makeCustomer(server)), model: new ModelCustomer() };
}

async function act(random: Random, side: Side, tiers: ModelTier[]): Promise<void> {
  const { model, client } = side;
  const referral =
    model.referrals.size > 0 ? random.pick([...model.referrals.values()]) : undefined;
  const dice = random.int(20);
  if (!referral || dice < 5) {
    const id = uuidv7();
    await client.call(routes.addReferral, {
      body: { id, name: 'Friend', email: `${id}@example.com` },
    });
    model.submit(id);
  } else if (dice < 18) {
    const status = dice < 11 ? 'completed' : random.pick(REFERRAL_STATUSES);
    const call = { params: { id: referral.id }, body: { status } };
    const { body } = await admin.client.call(routes.changeReferralStatus, call);
    model.setStatus(referral, status, tiers);
    expect(body.reward).toBe(referral.reward);
  } else if (dice < 19) {
    await admin.client.call(routes.deleteReferral, { params: { id: referral.id } });
    model.remove(referral);
  } else {
    const tier = random.pick(tiers);
    tier.amount = random.pick(['$250', '$1,234.50', 'A free battery check', '$90']);
    await server.sql('update reward_tiers set reward_amount = ? where level = ?', [
      tier.amount,
      tier.level,
    ]);
  }
}

test(`after ${ACTS} random acts every figure equals one computed from scratch`, async () => {
  const random = seededRandom('programme');
  const sides = [await makeSide(), await makeSide(), await makeSide()];
  const tiers = await server.sql<ModelTier>(
    `select level, min_referrals as min, max_referrals as max, reward_amount as amount from reward_tiers`,
  );
  const achievements = await server.sql<{ title: string; type: string; requiredCount: number }>(
    'select title, type, required_count as "requiredCount" from achievements',
  );
  for (let i = 0; i < ACTS; i++) {
    const side = random.pick(sides);
    await act(random, side, tiers);
    side.model.evaluate(achievements);
  }
  for (const side of sides) await expectEqual(side);
  const paid = sides.reduce((sum, { model }) => sum + model.cents(), 0);
  const { body } = await admin.client.call(routes.adminStats);
  expect(body.totalReferralsPaidOut).toBe(paid / 100);
  expect(body.completedReferrals).toBe(sides.flatMap(({ model }) => model.completed()).length);
});

async function expectEqual({ client, user, model }: Side): Promise<void> {
  const completed = model.completed().length;
  expect((await client.call(routes.stats)).body).toEqual({
    totalReferrals: model.referrals.size,
    successfulReferrals: completed,
    pendingReferrals: model.referrals.size - completed,
    rewardsEarned: formatCents(model.cents()),
  });
  const history = (await client.call(routes.rewardHistory)).body;
  expect(history.map(({ amount }) => amount).toReversed()).toEqual(model.ledger);
  const stored = (await client.call(routes.listReferrals)).body;
  expect(new Map(stored.map(({ id, status, reward }) => [id, { status, reward }]))).toEqual(
    new Map([...model.referrals].map(([id, { status, reward }]) => [id, { status, reward }])),
  );
  for (const level of (await client.call(routes.rewardLevels)).body) {
    expect(level.currentReferrals).toBe(completed);
    expect(level.completed).toBe(completed >= level.requiredReferrals);
  }
  await expectAchievements({ client, user, model });
  await expectImpact({ client, user, model });
}

async function expectAchievements({ client, user, model }: Side): Promise<void> {
  const params = { userId: user.id };
  const { earned, available, locked } = (await client.call(routes.achievements, { params })).body;
  expect(new Set(earned.map(({ title }) => title))).toEqual(model.earned);
  for (const { type, progress } of [...available, ...locked]) {
    const total = progress?.total ?? 0;
    expect(progress?.current).toBe(Math.max(0, Math.min(model.count(type), total)));
  }
  const told = (await client.call(routes.checkAchievements, { params })).body;
  expect(new Set(told.map(({ title }) => title))).toEqual(model.earned);
}

async function expectImpact({ client, model }: Side): Promise<void> {
  const { body } = await client.call(routes.environmentalImpact);
  const tons = model.completed().length * TONS_PER_REFERRAL;
  expect(Number(body.carbonSavedTons)).toBeCloseTo(tons, 2);
  expect(Number(body.pollutionReduced)).toBe(Math.round(tons * 2204.6));
  expect(body.lastCalculated === null).toBe(!model.isImpactKnown);
}

test('acts that come at once leave each completed referral paid once, and nothing else', async () => {
  const random = seededRandom('programme at once');
  const { client, user } = await makeCustomer(server);
  const ids = Array.from({ length: 8 }, () => uuidv7());
  const referrals = ids.map((id) => ({ id, name: 'Friend', email: `${id}@example.com` }));
  await client.call(routes.pushReferrals, { body: { referrals } });
  const act = () => {
    const status = random.pick(['completed', 'completed', 'submitted', 'in_progress'] as const);
    const call = { params: { id: random.pick(ids) }, body: { status } };
    return admin.client.call(routes.changeReferralStatus, call);
  };
  // In small waves: all need one user's lock, and on a busy machine a request that waits for long is refused.
  for (let wave = 0; wave < 16; wave++) await Promise.all(Array.from({ length: 5 }, act));
  const rows = await server.sql<{
    status: string;
    reward: string;
    ordinal: number | null;
    paid: number;
  }>(
    `select r.status, r.reward, r.ordinal, coalesce(sum(h.amount_cents), 0)::int as paid
     from referrals r left join reward_history h on h.referral_id = r.id
     where r.user_id = ? group by r.id`,
    [user.id],
  );
  expect(rows).toHaveLength(ids.length);
  for (const { status, reward, ordinal, paid } of rows) {
    expect(ordinal !== null).toBe(status === 'completed');
    expect(paid).toBe(status === 'completed' ? parseCents(reward) : 0);
  }
  const held = rows.flatMap(({ ordinal }) => (ordinal === null ? [] : [ordinal]));
  expect(new Set(held).size).toBe(held.length);
});
