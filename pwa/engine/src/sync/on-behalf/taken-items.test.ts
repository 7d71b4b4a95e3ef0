import { takenRoutes, type TakenReferral } from '@sunloop/shared-types/referrals/on-behalf.ts';
import { beforeEach, expect, test } from 'vitest';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral, anOpenDb, aReferral } from '../../test/builders.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { readTakenItems } from './taken-items.ts';

const NOW = new Date(2026, 10, 15, 12).getTime();
const HOUR = 60 * 60_000;
let db: UserDb;
beforeEach(async () => {
  db = await anOpenDb();
});

const at = (hoursAgo: number) => new Date(NOW - hoursAgo * HOUR).toISOString();
function aTaken(fields: Partial<TakenReferral>): TakenReferral {
  const { id, name, email, phone, address, status, createdAt } = aReferral();
  const row = { id, name, email, phone, address, permission: null, status, createdAt };
  return { ...row, date: at(0), for: 'CUSTMR01', customer: 'Cora', ...fields };
}
const keep = (rows: TakenReferral[], completed = 0) =>
  db.resources.put({
    path: takenRoutes.ownTaken.path,
    data: { rows, total: rows.length, completed },
    etag: null,
    fetchedAt: NOW,
  });

test('what needs the person comes first, then what waits, then what our server has', async () => {
  await keep([aTaken({ name: 'There', status: 'completed' })], 1);
  await enqueue(db, [aNewReferral({ name: 'Own' })]);
  await enqueue(db, [aNewReferral({ name: 'Waits', for: 'CUSTMR01' })]);
  const refused = {
    ...aNewReferral({ name: 'Refused', for: 'NOBODY00' }),
    id: crypto.randomUUID(),
  };
  const why = { code: 'no_such_customer', error: '', rejectedAt: NOW, savedAt: NOW };
  await db.rejected.add({ id: refused.id, row: refused, ...why });
  const { items, total, completed } = await readTakenItems(db, NOW);
  expect(items.map(({ name, customer, state }) => [name, customer, state.kind])).toEqual([
    ['Refused', 'NOBODY00', 'rejected'],
    ['Waits', 'Cora', 'waiting'],
    ['There', 'Cora', 'stored'],
  ]);
  expect({ total, completed }).toEqual({ total: 3, completed: 1 });
});

test('today and this month are counted by when it was taken, on this device', async () => {
  await keep([aTaken({ date: at(1) }), aTaken({ date: at(13) }), aTaken({ date: at(24 * 16) })]);
  await enqueue(db, [aNewReferral({ for: 'CUSTMR01', date: at(2) })]);
  expect(await readTakenItems(db, NOW)).toMatchObject({ today: 2, thisMonth: 3 });
});

test('a row that is in the list already does not wait a second time', async () => {
  const row = aTaken({ name: 'Ada' });
  await keep([row]);
  await enqueue(db, [aNewReferral({ id: row.id, name: 'Ada', for: 'CUSTMR01' })]);
  expect((await readTakenItems(db, NOW)).items).toHaveLength(1);
});

test('before the list came, nothing is said to be completed', async () => {
  expect(await readTakenItems(db, NOW)).toMatchObject({ items: [], total: 0, fetchedAt: 0 });
});
