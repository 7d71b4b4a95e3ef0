import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookOf } from '../../ground/users/look.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const execute = <Row extends object>(sql: string, params: unknown[] = []) =>
  database.orm.em.fork().execute<Row[]>(sql, params);

test('names that look alike stay, and the oldest gets the look; erased users have none', async () => {
  await execute('drop index users_look_unique; alter table users drop column look');
  const names = ['Maya  Chen', 'Ann Lee', 'Maya Chen', 'Ｍａｙａ Chen', 'Erased user 1', 'José'];
  for (const [at, name] of names.entries()) {
    const id = uuidv7();
    await execute(
      `insert into users (id, username, email, password, referral_code, created_at, erased_at)
       values (?, ?, ?, 'x', ?, timestamptz '2026-03-02' + ? * interval '1 second', ?)`,
      [id, name, `${id}@example.com`, id, at, name.startsWith('Erased') ? '2026-04-01' : null],
    );
  }
  await execute(`delete from mikro_orm_migrations where name = '083-user-looks'`);
  await database.orm.migrator.up();
  const rows = await execute('select username, look from users order by created_at');
  expect(rows).toEqual([
    { username: 'Maya  Chen', look: lookOf('Maya Chen') },
    { username: 'Ann Lee', look: lookOf('Ann Lee') },
    { username: 'Maya Chen', look: null },
    { username: 'Ｍａｙａ Chen', look: null },
    { username: 'Erased user 1', look: null },
    { username: 'José', look: lookOf('José') },
  ]);
});
