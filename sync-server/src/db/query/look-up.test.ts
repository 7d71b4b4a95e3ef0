import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { lookUpBy } from './look-up.ts';
import { defineStatement, listOf } from './statement.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.orm.em.fork().execute('create sequence look_ups');
});
afterAll(() => database.drop());

test('however many wait for a look-up, the next one answers them all', async () => {
  const find = lookUpBy<{ key: string; look: string }>(
    defineStatement(
      'count-look-ups',
      `select key, (select nextval('look_ups'))::text as look from unnest(${listOf('$1', 'text')}) key`,
    ),
  );
  const em = database.orm.em.fork();
  const rows = await Promise.all(Array.from({ length: 501 }, (_, at) => find(em, `${at}`)));
  expect(rows.map((row) => row?.key)).toEqual(Array.from({ length: 501 }, (_, at) => `${at}`));
  // The first goes alone.
  expect(new Set(rows.map((row) => row?.look)).size).toBe(2);
});
