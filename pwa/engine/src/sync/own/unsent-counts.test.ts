import { OUTBOX_KINDS } from '../../data/outbox-kinds.ts';
import { aNewReferral, anAdminReferral, anOpenDb } from '../../test/builders.ts';
import { enqueueActs } from '../acts/enqueue-acts.ts';
import { carry } from '../courier/carry.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { expect, test } from 'vitest';
import { readUnsent } from './unsent-counts.ts';

test('what waits is counted by what it is, beside entries that nobody can read (rules 12 and 14)', async () => {
  const db = await anOpenDb();
  const { id, status } = anAdminReferral();
  await enqueue(db, [aNewReferral(), aNewReferral()]);
  await enqueueActs(db, [{ act: 'delete', id, expected: status }]);
  await carry(db, 'sealed', 3);
  for (const { v } of Object.values(OUTBOX_KINDS))
    await db.outbox.add({ v, savedAt: 1, attempts: 0 } as never);
  expect(await readUnsent(db)).toMatchObject({ referrals: 2, acts: 1, carried: 1, all: 4 });
});
