import { expect, onTestFinished, test, vi } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { setTrouble } from '@sunloop/engine/data/storage/trouble.ts';
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

test('an event whose database never answers is over within a minute, and one that is only late is not cut short', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((name, version) =>
    name.includes('silent')
      ? ({ addEventListener: () => undefined } as never)
      : open(name, version),
  );
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  const silent = anEvent();
  stayAwake(silent, async () => void (await new UserDb('silent').news.count()));
  const over = silent.over();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await over).toMatchObject([{ status: 'rejected' }]);

  setTrouble('referrals-silent');
  const long = Promise.withResolvers<void>();
  const late = anEvent();
  stayAwake(late, () => long.promise);
  setTrouble('late', 'stuck');
  await vi.advanceTimersByTimeAsync(5000);
  setTrouble('late');
  await vi.advanceTimersByTimeAsync(60_000);
  long.resolve();
  expect(await late.over()).toMatchObject([{ status: 'fulfilled' }]);
});
