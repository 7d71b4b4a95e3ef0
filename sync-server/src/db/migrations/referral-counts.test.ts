import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let database: TestDatabase;
const users = [randomUUID(), randomUUID()].toSorted();
const [ann, bob] = users as [string, string];
beforeAll(async () => {
  database = await createTestDatabase();
  for (const id of users) {
    await execute(
      `insert into users (id, username, email, password, referral_code) values (:id, :id, :id, '', :id)`,
      { id },
    );
  }
});
afterAll(() => database.drop());

const execute = (sql: string, params: Record<string, unknown> = {}) =>
  database.orm.em.fork().execute<{ of: string; counts: string }[]>(sql, params);
const counts = async () => {
  const rows = await execute(
    `select user_id as of, submitted || ' ' || completed || ' ' || cents as counts
     from referral_counts order by user_id`,
  );
  return Object.fromEntries(rows.map(({ of, counts: text }) => [of, text]));
};

test('counts follow every change of referrals and ledger, even of many rows and users at once', async () => {
  await execute(
    `insert into referrals (id, user_id, name, email, status)
     select gen_random_uuid(), u.id, 'Some', 'f' || n, case when n = 1 then 'completed' else 'submitted' end
     from users u, generate_series(1, 3) n`,
  );
  expect(await counts()).toEqual({ [ann]: '3 1 0', [bob]: '3 1 0' });
  await execute(
    `insert into reward_history (id, user_id, amount, amount_cents, description)
     select gen_random_uuid(), u.id, '', n * 100, '' from users u, generate_series(1, 2) n`,
  );
  await execute(`update referrals set status = 'completed' where user_id = :ann`, { ann });
  await execute('delete from referrals where user_id = :bob', { bob });
  await execute('update reward_history set amount_cents = -5 where user_id = :bob', { bob });
  expect(await counts()).toEqual({ [ann]: '3 3 300', [bob]: '0 0 -10' });
  await execute('update referrals set user_id = :bob where user_id = :ann', { ann, bob });
  await execute('delete from reward_history where user_id = :ann', { ann });
  expect(await counts()).toEqual({ [ann]: '0 0 0', [bob]: '3 3 -10' });
});
