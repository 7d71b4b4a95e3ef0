import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../src/test/database.ts';
import { findOtherKeys } from './session-keys.ts';

const [OLD, NEW, OTHER] = ['the first key of all', 'the key after that', 'a key of another'];
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const start = (...keys: string[]) => findOtherKeys(database.orm, keys);

test('a process with other session keys than the one before says so, and what to do', async () => {
  expect(await start(OLD)).toBeUndefined();
  expect(await start(OTHER)).toMatch(/session keys .* are not those .* the same SESSION_KEYS/);
  expect(await start(OTHER)).toBeUndefined();
  expect(await start(OLD)).toBeDefined();
});

test('keys that overlap, as while they are changed, say nothing', async () => {
  expect(await start(OLD)).toBeUndefined();
  expect(await start(NEW, OLD)).toBeUndefined();
  expect(await start(NEW, OLD)).toBeUndefined();
  // Its sessions are not known to the others yet.
  expect(await start(OLD)).toBeDefined();
});

test('of two that start at once with different keys, one says so', async () => {
  const said = await Promise.all([start(OLD), start(OTHER)]);
  expect(said.filter((line) => line !== undefined)).toHaveLength(1);
});

test('the database holds no key, and too little of one to check a guess by', async () => {
  await start(OLD);
  const rows = await database.orm.em.fork().execute('select * from session_key_mark');
  expect(rows).toEqual([{ mark: expect.stringMatching(/^[0-9a-f]{4}$/) as string }]);
});
