import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const execute = <Row extends object>(sql: string, params: unknown[] = []) =>
  database.orm.em.fork().execute<Row[]>(sql, params);

async function migrateAgain(): Promise<void> {
  await execute('alter table login_attempts drop column user_id');
  await execute(`delete from mikro_orm_migrations where name = '066-tries-of-users'`);
  await database.orm.migrator.up();
}

async function addUser(email: string, confirmedAt: string | null = null): Promise<string> {
  const id = uuidv7();
  await execute(
    `insert into users (id, username, email, password, referral_code, created_at, email_confirmed_at)
     values (?, ?, ?, 'x', ?, '2026-03-02', ?)`,
    [id, id, email, id.slice(-8), confirmedAt],
  );
  return id;
}

test('an old try is of the account that had its address then, if nothing else tells and that is sure', async () => {
  const id = await addUser('Own@example.com');
  await addUser('proven@example.com', '2026-03-03');
  const moved = await addUser('first@example.com');
  await execute(`update users set email = 'moved@example.com' where id = ?`, [moved]);
  const tries = [
    ['own@example.com', '2026-03-01', null],
    ['own@example.com', '2026-03-02', id],
    ['proven@example.com', '2026-03-04', null],
    ['first@example.com', '2026-03-05', null],
    ['moved@example.com', '2026-03-06', null],
    ['nobody@example.com', '2026-03-07', null],
  ] as const;
  for (const [email, at] of tries) {
    await execute('insert into login_attempts (id, email, attempted_at) values (?, ?, ?)', [
      uuidv7(),
      email,
      at,
    ]);
  }
  await migrateAgain();
  const rows = await execute<{ user_id: string | null }>(
    'select user_id from login_attempts order by attempted_at',
  );
  expect(rows.map(({ user_id: whose }) => whose)).toEqual(tries.map(([, , whose]) => whose));
});
