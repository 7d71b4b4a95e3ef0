import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const execute = <Row extends object>(sql: string, params: unknown[] = []) =>
  database.orm.em.fork().execute<Row[]>(sql, params);

test('names become one form, the oldest of those alike gets it, and nobody loses theirs', async () => {
  const names = ['Zoe\u0308', 'Rene\u0301', 'rene\u0301', 'Ana\u0301', 'An\u00e1', 'Plain'];
  for (const [at, name] of names.entries()) {
    await execute(
      `insert into users (id, username, email, password, referral_code, created_at)
       values (gen_random_uuid(), ?, ?, '', ?, now() + ? * interval '1 second')`,
      [name, `n${at}@example.com`, `CODE${at}`, at],
    ).catch((error: unknown) => {
      // Alike in another case was refused before, too.
      if (at !== 2) throw error;
    });
  }
  await execute(`delete from mikro_orm_migrations where name = '028-names-in-one-form'`);
  await database.orm.migrator.up();
  const rows = await execute<{ username: string }>(
    'select username from users order by created_at',
  );
  expect(rows.map(({ username }) => username)).toEqual([
    'Zo\u00eb',
    'Ren\u00e9',
    'Ana\u0301',
    'An\u00e1',
    'Plain',
  ]);
});
