import type { ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, refer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

/** The ladder of SPEC §2, by ordinal. */
const LADDER = [
  '$300',
  '$300',
  '$400',
  '$400',
  '$500',
  '$500',
  '$1000',
  '$1000',
  '$1000',
  '50% Tesla Powerwall discount',
  '50% Tesla Powerwall discount',
  '50% Tesla Powerwall discount',
];

async function setStatus(id: string, status: ReferralStatus, client = admin.client) {
  const answer = await client.call(routes.changeReferralStatus, {
    params: { id },
    body: { status },
  });
  return answer.body;
}

const remove = (id: string) => admin.client.call(routes.deleteReferral, { params: { id } });

async function ledger({ client }: TestPerson): Promise<string[]> {
  const { body } = await client.call(routes.rewardHistory);
  return body.map(({ amount }) => amount).toReversed();
}

const earned = async ({ client }: TestPerson) =>
  (await client.call(routes.stats)).body.rewardsEarned;

describe('the ladder', () => {
  test('pays each rung from the first to the twelfth completion as the tiers say', async () => {
    const customer = await makeCustomer(server);
    const ids = await refer(customer, LADDER.length);
    const rewards: string[] = [];
    for (const id of ids) rewards.push((await setStatus(id, 'completed')).reward);
    expect(rewards).toEqual(LADDER);
    expect(await ledger(customer)).toEqual(LADDER);
    expect(await earned(customer)).toBe('$5,400');
  });

  test('pays once when a referral is completed twice', async () => {
    const customer = await makeCustomer(server);
    const [id = ''] = await refer(customer, 1);
    await setStatus(id, 'completed');
    await setStatus(id, 'completed');
    expect(await ledger(customer)).toEqual(['$300']);
  });

  test('takes the reward back when a referral leaves completed, and shows the default again', async () => {
    const customer = await makeCustomer(server);
    const [id = ''] = await refer(customer, 1);
    await setStatus(id, 'completed');
    const left = await setStatus(id, 'in_progress');
    expect(left).toMatchObject({ status: 'in_progress', reward: '$100' });
    expect(await ledger(customer)).toEqual(['$300', '-$300']);
    expect(await earned(customer)).toBe('$0');
  });

  test('pays one reward in the end however often a referral is completed and left', async () => {
    const customer = await makeCustomer(server);
    const [id = ''] = await refer(customer, 1);
    for (const status of [
      'completed',
      'submitted',
      'completed',
      'contact_made',
      'completed',
    ] as const) {
      await setStatus(id, status);
    }
    expect(await ledger(customer)).toEqual(['$300', '-$300', '$300', '-$300', '$300']);
    expect(await earned(customer)).toBe('$300');
  });

  test('gives a freed rung to the next one, and leaves the others as they were paid', async () => {
    const customer = await makeCustomer(server);
    const [first = '', second = '', third = '', fourth = ''] = await refer(customer, 4);
    for (const id of [first, second, third]) await setStatus(id, 'completed');
    await setStatus(first, 'submitted');
    expect((await setStatus(fourth, 'completed')).reward).toBe('$300');
    expect((await setStatus(first, 'completed')).reward).toBe('$400');
    expect(await earned(customer)).toBe('$1,400');
  });

  test('takes the reward of a deleted referral back and frees its rung', async () => {
    const customer = await makeCustomer(server);
    const [first = '', second = ''] = await refer(customer, 2);
    await setStatus(first, 'completed');
    await remove(first);
    expect(await ledger(customer)).toEqual(['$300', '-$300']);
    await setStatus(second, 'completed');
    expect(await earned(customer)).toBe('$300');
    expect(
      await admin.client.refuse(routes.deleteReferral, { params: { id: first } }),
    ).toMatchObject({
      status: 404,
    });
  });

  test('describes a reward that is not money when it is taken back', async () => {
    const customer = await makeCustomer(server);
    const ids = await refer(customer, 10);
    for (const id of ids) await setStatus(id, 'completed');
    await setStatus(ids.at(-1) ?? '', 'submitted');
    expect((await ledger(customer)).at(-1)).toBe('Reversed: 50% Tesla Powerwall discount');
  });

  test('writes no ledger line for a change between other statuses', async () => {
    const customer = await makeCustomer(server);
    const [id = ''] = await refer(customer, 1);
    for (const status of ['contact_made', 'in_progress', 'submitted'] as const) {
      expect(await setStatus(id, status)).toMatchObject({ status, reward: '$100' });
    }
    await remove(id);
    expect(await ledger(customer)).toEqual([]);
  });
});

describe('at once', () => {
  test('ten completions of one customer take ten different rungs', async () => {
    const customer = await makeCustomer(server);
    const ids = await refer(customer, 10);
    const other = await startTestServer({ database: server.database });
    const rival = other.client();
    await rival.fetch('/api/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: admin.user.email, password: 'correct horse' }),
    });
    const clients = [admin.client, rival];
    await Promise.all(ids.map((id, index) => setStatus(id, 'completed', clients[index % 2])));
    await other.close();
    const sql = 'select ordinal from referrals where user_id = ? order by ordinal';
    const rows = await server.sql<{ ordinal: number }>(sql, [customer.user.id]);
    expect(rows.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await ledger(customer)).toSorted()).toEqual(LADDER.slice(0, 10).toSorted());
  });

  test('two admins on one referral pay it once', async () => {
    const customer = await makeCustomer(server);
    const [id = ''] = await refer(customer, 1);
    const second = await makeAdmin(server);
    await Promise.all([
      setStatus(id, 'completed'),
      setStatus(id, 'completed', second.client),
      setStatus(id, 'completed'),
      setStatus(id, 'completed', second.client),
    ]);
    expect(await ledger(customer)).toEqual(['$300']);
  });

  test('a deletion and a completion of one referral leave no payment behind', async () => {
    const customer = await makeCustomer(server);
    const [id = ''] = await refer(customer, 1);
    const completion = admin.client.fetch(`/api/admin/referrals/${id}/status`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ status: 'completed' }),
    });
    await Promise.all([remove(id), completion]);
    expect(await earned(customer)).toBe('$0');
  });
});

describe('which tier pays', () => {
  interface Tier {
    level: number;
    min: number;
    max: number | null;
    amount: string;
    isActive?: 'true' | 'false';
  }

  /** Needs a separate server, because tiers apply to everybody. */
  async function payWith(tiers: Tier[], completions: number): Promise<string[]> {
    const own = await startTestServer();
    const em = own.database.orm.em.fork();
    await em.execute('delete from reward_tiers');
    for (const { level, min, max, amount, isActive = 'true' } of tiers) {
      await em.execute(
        `insert into reward_tiers (id, level, name, min_referrals, max_referrals, required_referrals,
           reward_amount, is_active, created_at)
         values (?, ?, 'Tier', ?, ?, ?, ?, ?, clock_timestamp())`,
        [uuidv7(), level, min, max, min, amount, isActive],
      );
    }
    const { client } = await makeAdmin(own);
    const customer = await makeCustomer(own);
    const rewards: string[] = [];
    for (const id of await refer(customer, completions)) {
      rewards.push((await setStatus(id, 'completed', client)).reward);
    }
    await own.close();
    return rewards;
  }

  test('the highest minimum wins, then the higher level, then the newer', async () => {
    const rewards = await payWith(
      [
        { level: 9, min: 1, max: null, amount: '$1' },
        { level: 1, min: 2, max: null, amount: '$2' },
        { level: 2, min: 2, max: 2, amount: '$3' },
        { level: 2, min: 2, max: 2, amount: '$4' },
      ],
      3,
    );
    expect(rewards).toEqual(['$1', '$4', '$2']);
  });

  test('the default pays where no active tier applies', async () => {
    const rewards = await payWith(
      [
        { level: 1, min: 1, max: 1, amount: '$7', isActive: 'false' },
        { level: 1, min: 2, max: 2, amount: '$8' },
      ],
      3,
    );
    expect(rewards).toEqual(['$100', '$8', '$100']);
  });
});

describe('access', () => {
  test('a customer may neither set a status nor delete, not even for their own referral', async () => {
    const customer = await makeCustomer(server);
    const [id = ''] = await refer(customer, 1);
    const change = { params: { id }, body: { status: 'completed' } };
    expect(await customer.client.refuse(routes.changeReferralStatus, change)).toMatchObject({
      status: 403,
    });
    expect(await customer.client.refuse(routes.deleteReferral, change)).toMatchObject({
      status: 403,
    });
    expect((await customer.client.call(routes.listReferrals)).body[0]).toMatchObject({
      status: 'submitted',
    });
  });

  test('an unknown or malformed id is 404, an unknown status 400', async () => {
    const change = (id: string, status: string) =>
      admin.client.refuse(routes.changeReferralStatus, { params: { id }, body: { status } });
    expect(await change(uuidv7(), 'completed')).toMatchObject({ status: 404 });
    expect(await change('nonsense', 'completed')).toMatchObject({ status: 404 });
    expect(await change(uuidv7(), 'paid')).toMatchObject({ status: 400 });
  });

  test('every change leaves one audit line', async () => {
    const customer = await makeCustomer(server);
    const [id = ''] = await refer(customer, 1);
    await setStatus(id, 'completed');
    await setStatus(id, 'completed');
    await remove(id);
    const sql =
      'select action, user_id, details from audit_logs where entity_id = ? order by created_at, id';
    const lines = await server.sql(sql, [id]);
    expect(lines).toMatchObject([
      { action: 'referral.status', user_id: admin.user.id, details: 'submitted → completed' },
      { action: 'referral.delete', user_id: admin.user.id },
    ]);
  });
});
