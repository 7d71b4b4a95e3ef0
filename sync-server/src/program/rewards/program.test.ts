import type { Ladder, OwnMoney } from '@sunloop/shared-types/program/own-ladder.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, refer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

async function complete(id: string, by = admin): Promise<string> {
  const call = { params: { id }, body: { status: 'completed' } };
  return (await by.client.call(routes.changeReferralStatus, call)).body.reward;
}

const ladderOf = async ({ client }: TestPerson): Promise<Ladder> =>
  (await client.call(routes.rewardLadder)).body;

/** What the spans say about the nth. */
const toldAt = ({ spans }: Pick<Ladder, 'spans'>, n: number) =>
  spans.find(({ from, to }) => from <= n && (to === null || n <= to))?.reward;

test('Each of twelve completions pays what was announced before it', async () => {
  const customer = await makeCustomer(server);
  for (const id of await refer(customer, 12)) {
    const { next, stops, spans } = await ladderOf(customer);
    const paid = writeMoney(await complete(id));
    expect(next.reward).toBe(paid);
    expect(toldAt({ spans }, next.ordinal)).toBe(paid);
    expect(stops[next.ordinal - 1]?.reward ?? paid).toBe(paid);
  }
});

test('The whole ladder is given, with money always written the same way', async () => {
  const { spans, highest } = (await server.client().call(routes.programme)).body;
  expect(spans.map(({ from, to, reward }) => [from, to, reward])).toEqual([
    [1, 2, '$300'],
    [3, 4, '$400'],
    [5, 6, '$500'],
    [7, 9, '$1,000'],
    [10, null, '50% Tesla Powerwall discount'],
  ]);
  expect(highest).toBe('$1,000');
});

test('The first ten stops say who holds them, since when, and when each was paid out', async () => {
  const customer = await makeCustomer(server);
  const [first = '', second = ''] = await refer(customer, 2);
  await complete(first);
  await complete(second);
  const [newest] = (await customer.client.call(routes.rewardHistory)).body;
  const body = { ids: [newest?.id], isPaid: 'true' };
  await admin.client.call(routes.markPayouts, { body });
  const { stops, next } = await ladderOf(customer);
  expect(stops).toHaveLength(10);
  expect(stops[0]).toMatchObject({ ordinal: 1, referralId: first, paidAt: null });
  expect(stops[1]).toMatchObject({ ordinal: 2, referralId: second, reward: '$300' });
  expect(stops[1]?.earnedAt).toEqual(expect.any(String));
  expect(stops[1]?.paidAt).toEqual(expect.any(String));
  expect(stops[2]).toMatchObject({ reward: '$400', referralId: null, earnedAt: null });
  expect(next).toEqual({ ordinal: 3, reward: '$400' });
  const [line] = (await customer.client.call(routes.rewardHistory)).body;
  expect(line?.paidAt).toBe(stops[1]?.paidAt);
});

test('Open referrals take the free rungs as they stand, the furthest and oldest first', async () => {
  const customer = await makeCustomer(server);
  const [a = '', b = '', c = '', young = '', far = ''] = await refer(customer, 5);
  for (const id of [a, b, c]) await complete(id);
  const set = (id: string, status: string) =>
    admin.client.call(routes.changeReferralStatus, { params: { id }, body: { status } });
  await set(far, 'in_progress');
  // The second rung was given back, and its friend stands behind the one who is visited.
  await set(b, 'contact_made');
  expect((await ladderOf(customer)).free).toEqual([2, 4]);
  const rungOf = async (id: string) =>
    (await admin.client.call(routes.adminReferral, { params: { id } })).body.rung;
  expect(await rungOf(far)).toEqual({ ordinal: 2, reward: '$300' });
  expect(await rungOf(b)).toEqual({ ordinal: 4, reward: '$400' });
  expect(await rungOf(young)).toEqual({ ordinal: 5, reward: '$500' });
  expect(await rungOf(a)).toBeNull();
  const { expected } = (await customer.client.call(routes.exportAccount)).body;
  expect(expected).toEqual([
    { referralId: far, ordinal: 2, reward: '$300' },
    { referralId: b, ordinal: 4, reward: '$400' },
    { referralId: young, ordinal: 5, reward: '$500' },
  ]);
});

const unpaidOf = (money: OwnMoney | undefined) =>
  money?.unpaid?.map(({ referralId, amountCents }) => [referralId, amountCents]);

test('Earned, paid and the rest come from one call, with the day by which the oldest reward is usually paid', async () => {
  const customer = await makeCustomer(server);
  const moneyOf = async () => (await ladderOf(customer)).money;
  expect(await moneyOf()).toEqual({ earnedCents: 0, paidCents: 0, dueAt: null });
  const [first = '', second = '', third = ''] = await refer(customer, 3);
  for (const id of [first, second, third]) await complete(id);
  const linesOf = async () => (await customer.client.call(routes.rewardHistory)).body.toReversed();
  const [paid, owed] = await linesOf();
  const age = `update reward_history set date = now() - ? * interval '1 day' where id = ?`;
  await server.sql(age, [50, paid?.id]);
  await server.sql(age, [42, owed?.id]);
  await admin.client.call(routes.markPayouts, { body: { ids: [paid?.id], isPaid: 'true' } });
  const isLate = { earnedCents: 100_000, paidCents: 30_000 };
  const money = await moneyOf();
  expect(money).toMatchObject(isLate);
  // 30 days are usual.
  const days = (Date.now() - Date.parse(money?.dueAt ?? '')) / 86_400_000;
  expect(days).toBeCloseTo(12, 1);
  expect(unpaidOf(money)).toEqual([
    [second, 30_000],
    [third, 40_000],
  ]);

  const leave = { params: { id: second }, body: { status: 'submitted' } };
  await admin.client.call(routes.changeReferralStatus, leave);
  const later = await moneyOf();
  expect(later).toMatchObject({ earnedCents: 70_000, paidCents: 30_000 });
  expect(Date.parse(later?.dueAt ?? ''), 'the one that was taken back is not owed').toBeGreaterThan(
    Date.now(),
  );
  await complete(second);
  expect(Date.parse((await moneyOf())?.dueAt ?? ''), 'nor older for it').toBeGreaterThan(
    Date.now(),
  );
});

test('A reward that was paid and then taken back leaves nothing due', async () => {
  const customer = await makeCustomer(server);
  const [id = ''] = await refer(customer, 1);
  await complete(id);
  const [line] = (await customer.client.call(routes.rewardHistory)).body;
  await admin.client.call(routes.markPayouts, { body: { ids: [line?.id], isPaid: 'true' } });
  await admin.client.call(routes.deleteReferral, { params: { id } });
  expect((await ladderOf(customer)).money).toEqual({
    earnedCents: 0,
    paidCents: 30_000,
    dueAt: null,
  });
});

test('A stop that was freed and taken again shows the current reward', async () => {
  const customer = await makeCustomer(server);
  const [id = '', other = ''] = await refer(customer, 2);
  await complete(id);
  const leave = { params: { id }, body: { status: 'submitted' } };
  await admin.client.call(routes.changeReferralStatus, leave);
  expect((await ladderOf(customer)).next).toEqual({ ordinal: 1, reward: '$300' });
  await complete(other);
  expect((await ladderOf(customer)).stops[0]?.referralId).toBe(other);
});

test('Anybody can read whom to call and write to, as the settings say', async () => {
  const change = { params: { key: 'general.help_phone' }, body: { value: '+1 520 555 0177' } };
  await admin.client.call(routes.changeSetting, change);
  const { help } = (await server.client().call(routes.programme)).body;
  expect(help).toEqual({
    phone: '+1 520 555 0177',
    dial: '+15205550177',
    email: 'help@example.com',
  });
});

test("Help's answer is the operator's setting", async () => {
  const customer = await makeCustomer(server);
  expect((await ladderOf(customer)).whenPaid).toContain('Completed');
  const change = { params: { key: 'rewards.when_paid' }, body: { value: 'On the 5th.' } };
  await admin.client.call(routes.changeSetting, change);
  expect((await ladderOf(customer)).whenPaid).toBe('On the 5th.');
});

test("The usual time of a friend's steps comes from the operator's settings", async () => {
  const customer = await makeCustomer(server);
  expect((await ladderOf(customer)).usual?.completed).toBe('in 30 to 60 days');
  const change = { params: { key: 'journey.completed' }, body: { value: 'in a week' } };
  await admin.client.call(routes.changeSetting, change);
  expect((await ladderOf(customer)).usual).toEqual({
    contact_made: 'within 2 days',
    in_progress: '1 to 2 weeks',
    completed: 'in a week',
    paid: 'within 30 days',
  });
});

test('When every tier changes, everything announced and everything paid changes with it', async () => {
  const own = await startTestServer();
  const boss = await makeAdmin(own);
  const customer = await makeCustomer(own);
  const tiers = (await boss.client.call(routes.rewardTiers)).body;
  for (const [at, { id }] of tiers.entries()) {
    const body = { rewardAmount: at === 2 ? 'A free battery check' : `$${1250 + at}` };
    await boss.client.call(routes.changeRewardTier, { params: { id }, body });
  }
  const programme = (await own.client().call(routes.programme)).body;
  const ladder = await ladderOf(customer);
  const levels = (await customer.client.call(routes.rewardLevels)).body;
  const advertised = (await customer.client.call(routes.availableRewards)).body;
  const told = ['$1,250', '$1,251', 'A free battery check', '$1,253', '$1,254'];
  expect(programme.spans.map(({ reward }) => reward)).toEqual(told);
  expect(ladder.spans).toEqual(programme.spans);
  expect(programme.highest).toBe('$1,254');
  expect(levels.map(({ reward }) => writeMoney(reward))).toEqual(told);
  expect(advertised.map(({ amount }) => writeMoney(amount))).toEqual(told);
  expect(ladder.next.reward).toBe('$1,250');
  for (const [at, id] of (await refer(customer, 10)).entries()) {
    expect(writeMoney(await complete(id, boss))).toBe(toldAt(programme, at + 1));
  }
  await own.close();
});

test('An advertised reward worded differently from the ladder stays when a tier changes', async () => {
  const own = await startTestServer();
  const boss = await makeAdmin(own);
  const body = { name: 'Solar lamp', amount: 'A lamp', requiredReferrals: 1 };
  await boss.client.call(routes.addAvailableReward, { body });
  const [tier] = (await boss.client.call(routes.rewardTiers)).body;
  await boss.client.call(routes.deleteRewardTier, { params: { id: tier?.id ?? '' } });
  const { body: advertised } = await boss.client.call(routes.adminRewards);
  const amounts = advertised.filter(({ requiredReferrals }) => requiredReferrals === 1);
  expect(amounts.map(({ amount }) => amount)).toEqual(['$100', 'A lamp']);
  await own.close();
});
