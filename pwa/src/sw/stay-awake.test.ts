import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { UserDb } from '@sunloop/engine/data/user-db.ts';
import { stayAwake } from './stay-awake.ts';

/** An event that holds the worker until all it was given is over. */
function anEvent() {
  const held: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void held.push(work);
  return { waitUntil, over: () => Promise.allSettled(held) };
}

test('the last of several events closes the databases, each of which opens again when it is next used', async () => {
  const db = new UserDb(uuidv7());
  const long = Promise.withResolvers<void>();
  const [first, second] = [anEvent(), anEvent()];
  stayAwake(first, async () => void (await db.news.count()));
  stayAwake(second, () => long.promise);
  await first.over();
  expect(db.isOpen()).toBe(true);
  long.reject(new Error('the server is away'));
  await second.over();
  expect(db.isOpen()).toBe(false);
  expect(await db.news.count()).toBe(0);
});
