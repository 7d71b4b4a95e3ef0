import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UserDb } from '../../data/user-db.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { aReferral } from '../../test/builders.ts';
import { aRow } from '../../test/list-builders.ts';
import { startOfDay } from '../../lib/start-of-day.ts';
import type { Follow } from '../../lib/follow.ts';
import { followOnBehalfItems } from '../on-behalf/on-behalf-items.ts';
import { followOwnList, OwnList } from './own-list.ts';
import { daysOf, followAdded, followToday, readAdded } from './added.ts';

const newDb = () => new UserDb(crypto.randomUUID());
const at = (time: number) => new Date(time).toISOString();

test('what was added today counts wherever it lives, and a day begins at the device’s midnight', async () => {
  const db = newDb();
  const midnight = startOfDay(Date.now());
  const now = Date.now();
  await db.referrals.bulkAdd([
    aReferral({ name: 'Stored', date: at(midnight + 1), createdAt: at(now) }),
    aReferral({ name: 'Yesterday', date: at(midnight - 1), createdAt: at(now) }),
    aReferral({ name: 'Long ago', date: at(now - 90 * DAY_MS), createdAt: at(now - 90 * DAY_MS) }),
  ]);
  await db.arrived.add({
    id: 'a',
    createdAt: at(now),
    rows: [aReferral({ name: 'Arrived', date: at(midnight + 2), createdAt: at(now) })],
  });
  const elsewhere = at(midnight + 3).replace('Z', '+00:00');
  await enqueue(db, [{ name: 'Waiting', email: 'w@example.com', date: elsewhere }]);
  const row = aRow({ name: 'Refused', date: at(midnight + 4) });
  const refusal = { code: 'invalid', error: 'No', rejectedAt: now, savedAt: now };
  await db.rejected.add({ id: 'r', row, ...refusal });
  const added = await readAdded(db, midnight);
  expect(added.map(({ name, kind }) => [name, kind])).toEqual([
    ['Refused', 'rejected'],
    ['Waiting', 'waiting'],
    ['Arrived', 'stored'],
    ['Stored', 'stored'],
  ]);
  const list = await new OwnList(db).read(new Map());
  expect(list.rows).toHaveLength(6);
  expect(list.today).toBe(4);
});

test('days are listed one by one, the latest first', async () => {
  const db = newDb();
  const midnight = startOfDay(Date.now());
  await enqueue(db, [
    { name: 'Yesterday', email: 'y@example.com', date: at(midnight - 1) },
    { name: 'Today', email: 't@example.com', date: at(midnight) },
    { name: 'Also today', email: 'a@example.com', date: at(midnight + 1) },
  ]);
  const days = daysOf(await readAdded(db, startOfDay(Date.now(), 6)));
  expect(days.map(({ day, rows }) => [day, rows.map(({ name }) => name)])).toEqual([
    [midnight, ['Also today', 'Today']],
    [startOfDay(Date.now(), 1), ['Yesterday']],
  ]);
});

test('a day before the clocks change begins at midnight, too', () => {
  const noon = new Date(2026, 2, 9, 12).getTime();
  for (const before of [0, 1, 2]) {
    const start = new Date(startOfDay(noon, before));
    expect([start.getDate(), start.getHours()]).toEqual([9 - before, 0]);
  }
});

describe('on a page that stays open, a day ends at midnight', () => {
  const NOON = new Date(2026, 10, 29, 12).getTime();
  const MIDNIGHT = startOfDay(NOON, -1);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: MIDNIGHT - 30_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** What is told first, and after midnight without any change. */
  async function aroundMidnight<T>(follow: Follow<T>) {
    const told: T[] = [];
    const stop = follow(
      (value) => told.push(value),
      (error) => expect.unreachable(String(error)),
    );
    await vi.waitFor(() => expect(told).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(30_000);
    await vi.waitFor(() => expect(told).toHaveLength(2));
    stop();
    return told;
  }

  async function dbOfToday() {
    const db = newDb();
    await enqueue(db, [{ name: 'Ann', email: 'ann@example.com', date: at(NOON) }]);
    await db.rejected.clear();
    return db;
  }

  test('for the count of today', async () => {
    expect(await aroundMidnight(followToday(await dbOfToday()))).toEqual([1, 0]);
  });

  test('for the list with its count', async () => {
    const told = await aroundMidnight(followOwnList(await dbOfToday()));
    expect(told.map(({ today, rows }) => [today, rows.length])).toEqual([
      [1, 1],
      [0, 1],
    ]);
  });

  test('for the last days', async () => {
    const told = await aroundMidnight(followAdded(await dbOfToday(), 1));
    expect(told.map((days) => days.length)).toEqual([1, 0]);
  });

  test('for what was taken for others', async () => {
    const db = newDb();
    const row = { name: 'Ann', email: 'ann@example.com', date: at(NOON), for: 'AAAAAAAA' };
    await enqueue(db, [row]);
    const told = await aroundMidnight(followOnBehalfItems(db));
    expect(told.map(({ today, thisMonth }) => [today, thisMonth])).toEqual([
      [1, 1],
      [0, 1],
    ]);
  });
});
