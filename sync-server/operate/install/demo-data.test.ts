import { REFERRAL_STATUSES } from '@sunloop/shared-types/referrals/referral.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyPassword } from '../../src/accounts/session/password.ts';
import { UserEntity } from '../../src/ground/users/entities.ts';
import { createTestDatabase, type TestDatabase } from '../../src/test/database.ts';
import { writeDemoData, type DemoSignIn } from './demo-data.ts';

let database: TestDatabase;
let signIns: DemoSignIn[];
beforeAll(async () => {
  database = await createTestDatabase();
  signIns = await writeDemoData(database.orm, new Date());
});
afterAll(() => database.drop());

test('Each sign-in of the demo opens an account of its role', async () => {
  expect(signIns.map(({ role }) => role)).toContain('admin');
  for (const { email, password, role } of signIns) {
    const user = await database.orm.em.fork().findOneOrFail(UserEntity, { email });
    expect(user.role).toBe(role);
    expect(await verifyPassword(user.password, password)).toBe(true);
  }
});

test('There are referrals in every status, and each completed one is paid once', async () => {
  const { em } = database.orm;
  const rows = await em.execute<{ status: string }[]>('select distinct status from referrals');
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(REFERRAL_STATUSES));
  const unpaid = await em.execute(
    `select r.id from referrals r left join reward_history h on h.referral_id = r.id
     where r.status = 'completed'
     group by r.id, r.reward having count(h.id) <> 1 or min(h.amount) <> r.reward`,
  );
  expect(unpaid).toEqual([]);
});

test('Everybody has a different phone, except two people whom two customers referred', async () => {
  const { em } = database.orm;
  const rows = await em.execute<{ referrers: number }[]>(
    'select count(distinct user_id)::int referrers from referrals group by phone having count(*) > 1',
  );
  expect(rows).toEqual([{ referrers: 2 }, { referrers: 2 }]);
  const own = await em.execute(
    'select u.id from users u join referrals r on r.phone = u.phone or r.email = u.email',
  );
  expect(own).toEqual([]);
});

test('There are requests, rewards and accounts in each of their states', async () => {
  const { em } = database.orm;
  const statesOf = async (question: string) => {
    const rows = await em.execute<{ state: unknown }[]>(question);
    return new Set(rows.map(({ state }) => state));
  };
  const quotes = await statesOf('select distinct status state from quotes');
  expect(quotes).toEqual(new Set(['open', 'converted', 'closed']));
  const paid = await statesOf('select distinct paid_at is null state from reward_history');
  expect(paid).toEqual(new Set([true, false]));
  const active = await statesOf('select distinct is_active state from users');
  expect(active).toEqual(new Set(['true', 'false']));
});

test('A second start of the demo adds nothing', async () => {
  const count = () => database.orm.em.fork().count(UserEntity);
  const before = await count();
  expect(await writeDemoData(database.orm, new Date())).toEqual(signIns);
  expect(await count()).toBe(before);
});
