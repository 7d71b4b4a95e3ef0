import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { expect, test } from 'vitest';
import { UserDb } from '../../data/user-db.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { aReferral } from '../../test/builders.ts';
import { aRow } from '../../test/list-builders.ts';
import { startOfDay } from '../../lib/start-of-day.ts';
import { OwnList } from './own-list.ts';
import { daysOf, readAdded } from './added.ts';

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
