import { describe, expect, test } from 'vitest';
import type { RejectedRow } from '../../data/user-db.ts';
import { aNewReferral, anOpenDb } from '../../test/builders.ts';
import { editUnsent, removeUnsent, restoreUnsent } from './change-row.ts';
import { enqueue, toPushRow } from './enqueue.ts';
import { waitingRows } from '../../test/waiting-rows.ts';

const TAKEN = '2026-05-04T03:02:01.000Z';

function aRejected(overrides: Partial<RejectedRow> = {}): RejectedRow {
  const row = toPushRow(aNewReferral({ name: 'B', date: TAKEN }));
  const times = { savedAt: 5, rejectedAt: 6 };
  return { id: row.id, row, code: 'invalid', error: 'Name is too short', ...times, ...overrides };
}

describe('a refused row', () => {
  test('is sent again as corrected, with a new id and its original time (rule 9)', async () => {
    const db = await anOpenDb();
    const rejected = aRejected();
    await db.rejected.put(rejected);
    await editUnsent(db, rejected.row!, { name: 'Bea', email: 'bea@example.com' });
    const [entry] = await db.outbox.toArray();
    expect(entry).toMatchObject({ savedAt: 5, rows: [{ name: 'Bea', date: TAKEN }] });
    expect(entry?.rows[0]?.id).not.toBe(rejected.id);
    expect(await db.rejected.count()).toBe(0);
    const [line] = await db.log.toArray();
    expect(line).toMatchObject({ event: 'edited', key: entry?.key });
    expect(line?.rowIds).toEqual([rejected.id, entry?.rows[0]?.id]);
  });

  test('is corrected once, however often the button is pressed', async () => {
    const db = await anOpenDb();
    const rejected = aRejected();
    await db.rejected.put(rejected);
    const mended = { name: 'Bea', email: 'bea@example.com' };
    await Promise.all([
      editUnsent(db, rejected.row!, mended),
      editUnsent(db, rejected.row!, mended),
    ]);
    expect(await db.outbox.count()).toBe(1);
  });

  test('is deleted when the person removes it, and only then', async () => {
    const db = await anOpenDb();
    await db.rejected.bulkPut([aRejected({ id: 'a' }), aRejected({ id: 'b' })]);
    await removeUnsent(db, 'a');
    expect((await db.rejected.toArray()).map(({ id }) => id)).toEqual(['b']);
  });

  test('gives way to the version that an undo brings back (rule 32)', async () => {
    const db = await anOpenDb();
    await enqueue(db, [aNewReferral({ name: 'Ada' })]);
    const [entry] = await db.outbox.toArray();
    const row = entry!.rows[0]!;
    const removed = await removeUnsent(db, row.id);
    await db.rejected.put(aRejected({ id: row.id, row: { ...row, name: 'A' } }));
    expect(await restoreUnsent(db, removed!)).toBe(true);
    expect(await db.rejected.count()).toBe(0);
    expect(await waitingRows(db)).toEqual([row]);
  });

  test('comes back as it was when its removal is undone, unless it was refused again', async () => {
    const db = await anOpenDb();
    const rejected = aRejected({ id: 'a' });
    await db.rejected.put(rejected);
    const removed = await removeUnsent(db, 'a');
    if (!removed) throw new Error('it was there');
    await restoreUnsent(db, removed);
    expect(await db.rejected.toArray()).toEqual([rejected]);
    await db.rejected.put(aRejected({ id: 'a', error: 'refused again' }));
    await restoreUnsent(db, removed);
    expect((await db.rejected.get('a'))?.error).toBe('refused again');
  });
});
