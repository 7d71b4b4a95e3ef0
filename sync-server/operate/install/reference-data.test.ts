import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../src/test/database.ts';
import { writeReferenceData } from './reference-data.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('What an admin changed or deleted is not written again', async () => {
  const { em } = database.orm;
  await em.execute("update system_settings set value = '9' where key = 'impact.tons_per_referral'");
  await em.execute("delete from achievements where title = 'First Ray'");
  expect(await writeReferenceData(database.orm)).toEqual([]);
  const settings = await em.execute(
    "select value from system_settings where key = 'impact.tons_per_referral'",
  );
  expect(settings).toEqual([{ value: '9' }]);
  expect(await em.execute("select id from achievements where title = 'First Ray'")).toEqual([]);
});
