import { REFERRAL_STATUSES } from '@sunloop/shared-types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyPassword } from '../features/session/password.ts';
import { UserEntity } from '../features/users/entities.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
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

test('A second start of the demo adds nothing', async () => {
  const count = () => database.orm.em.fork().count(UserEntity);
  const before = await count();
  expect(await writeDemoData(database.orm, new Date())).toEqual(signIns);
  expect(await count()).toBe(before);
});
