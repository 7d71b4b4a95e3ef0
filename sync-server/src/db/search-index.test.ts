import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { sortSearchIndex } from './housekeeping.ts';

let database: TestDatabase;
const user = randomUUID();
beforeEach(async () => {
  database = await createTestDatabase();
  await execute(
    `insert into users (id, username, email, password, referral_code)
     values (:user, 'u', 'u@x.example', '', 'U')`,
  );
});
afterEach(() => database.drop());

const execute = <Row>(sql: string) =>
  database.orm.em.fork().execute<Row[]>(sql.replaceAll(':user', `'${user}'`));
const refer = (count: number) =>
  execute(
    `insert into referrals (id, user_id, name, email, phone, date, status)
     select gen_random_uuid(), :user, 'Friend number ' || n, 'friend.number.' || n || '@example.com',
       '555 0100 ' || n, now(), 'submitted'
     from generate_series(1, ${count}) n`,
  );
const found = async () => {
  const [row] = await execute<{ count: number }>(
    `select count(*)::int as count from referrals where name ilike '%number 77%'`,
  );
  return row?.count;
};
/** What the index held back before migration 022: 4 MB of 8 kB each. */
const EARLIER_PAGES = 512;

test('thousands of new rows are not sorted into the search index while they are stored', async () => {
  await refer(8000);
  expect(await sortSearchIndex(database.orm)).toBeGreaterThan(EARLIER_PAGES);
});

test('new rows are found before they are sorted and afterwards', async () => {
  await refer(100);
  expect(await found()).toBe(1);
  expect(await sortSearchIndex(database.orm)).toBeGreaterThan(0);
  expect(await found()).toBe(1);
  expect(await sortSearchIndex(database.orm)).toBe(0);
});

test('an installation without that index has nothing to sort', async () => {
  await execute('drop index referrals_search');
  expect(await sortSearchIndex(database.orm)).toBe(0);
});
