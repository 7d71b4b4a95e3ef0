import { describe, expect, test, vi } from 'vitest';
import { StorageFull } from '../../data/storage/errors.ts';
import { patchSyncState, readSyncState } from '../../data/sync-state.ts';
import { saveDraft } from '../../data/drafts.ts';
import { aNewReferral, anOpenDb } from '../../test/builders.ts';
import { failStorage } from '../../test/failing-storage.ts';
import { OUTBOX_KINDS } from '../../data/outbox-kinds.ts';
import { waitingRows } from '../../test/waiting-rows.ts';
import { enqueue } from './enqueue.ts';

describe('enqueue', () => {
  test('what is stored is called saved although the worker never answers', async () => {
    const db = await anOpenDb();
    const serviceWorker = { getRegistration: () => new Promise(() => undefined) };
    vi.stubGlobal('navigator', { locks: navigator.locks, serviceWorker });
    await enqueue(db, [aNewReferral()]);
    expect(await db.outbox.count()).toBe(1);
  });

  test('saves every row with an id and a time from this device (rule 1)', async () => {
    const db = await anOpenDb();
    await enqueue(db, [aNewReferral({ name: 'Ada' }), aNewReferral({ name: 'Bea' })]);
    const [entry] = await db.outbox.toArray();
    expect(entry).toMatchObject({ v: 1, attempts: 0, rows: [{ name: 'Ada' }, { name: 'Bea' }] });
    for (const row of await waitingRows(db)) {
      expect(row.id).toMatch(/^[0-9a-f-]{14}7/);
      expect(Date.parse(row.date ?? '')).toBeCloseTo(Date.now(), -4);
    }
  });

  test('a row for nobody is one’s own, beside one that was taken for a customer (rule 42)', async () => {
    const db = await anOpenDb();
    await enqueue(db, [aNewReferral({ for: '' }), aNewReferral({ for: 'CUSTMR01' })]);
    const { own, onBehalf } = OUTBOX_KINDS;
    expect((await db.outbox.toArray()).map(({ v }) => v)).toEqual([own.v, onBehalf.v]);
  });

  test('makes batches of 500 in order (rule 1)', async () => {
    const db = await anOpenDb();
    const rows = Array.from({ length: 1001 }, (_, at) => aNewReferral({ name: `Row ${at}` }));
    await enqueue(db, rows);
    const entries = await db.outbox.toArray();
    expect(entries.map((entry) => entry.rows.length)).toEqual([500, 500, 1]);
    expect(entries.flatMap((entry) => entry.rows.map(({ name }) => name))).toEqual(
      rows.map(({ name }) => name),
    );
  });

  test('keeps an id that was made from the content', async () => {
    const db = await anOpenDb();
    const id = '9f1c2e4a-0000-5000-8000-000000000001';
    await enqueue(db, [aNewReferral({ id })]);
    expect((await db.outbox.toArray())[0]?.rows[0]?.id).toBe(id);
  });

  test('drops the draft a row was typed in, in the same transaction (rule 1)', async () => {
    const db = await anOpenDb();
    await saveDraft(db, 'add-referral', { name: 'Ada' });
    await enqueue(db, [aNewReferral()], { draft: 'add-referral' });
    expect(await db.drafts.count()).toBe(0);
  });

  test('saves nothing and keeps the draft when the disk is full (rule 1)', async () => {
    const db = await anOpenDb();
    await saveDraft(db, 'add-referral', { name: 'Ada' });
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const saving = enqueue(db, [aNewReferral()], { draft: 'add-referral' });
    await expect(saving).rejects.toBeInstanceOf(StorageFull);
    expect(await db.outbox.count()).toBe(0);
    expect(await db.drafts.count()).toBe(1);
  });

  test('saves nothing if not all of it can be stored (rule 1)', async () => {
    const db = await anOpenDb();
    const mend = failStorage({ error: 'QuotaExceededError', stores: ['sync'] });
    await expect(enqueue(db, [aNewReferral()])).rejects.toBeInstanceOf(StorageFull);
    mend();
    expect(await db.outbox.count()).toBe(0);
  });

  test('saves once when the connection to the database was lost (rule 1)', async () => {
    const db = await anOpenDb();
    db.close();
    await enqueue(db, [aNewReferral()]);
    expect(await db.outbox.count()).toBe(1);
  });

  test('ends a backoff, because something new is worth a try (rule 8)', async () => {
    const db = await anOpenDb();
    await patchSyncState(db, { nextAt: Date.now() + 60_000, failures: 9 });
    await enqueue(db, [aNewReferral()]);
    expect(await readSyncState(db)).toMatchObject({ nextAt: 0, failures: 0 });
  });

  test('asks once to be protected from eviction, after the first submission', async () => {
    const db = await anOpenDb();
    const persist = vi.fn(() => Promise.resolve(true));
    vi.stubGlobal('navigator', { storage: { persist } });
    await enqueue(db, [aNewReferral()]);
    await enqueue(db, [aNewReferral()]);
    expect(persist).toHaveBeenCalledOnce();
  });

  test('asks the browser to wake the worker, and does without when it refuses', async () => {
    const db = await anOpenDb();
    const register = vi.fn(() => Promise.reject(new Error('not allowed')));
    const getRegistration = () => Promise.resolve({ sync: { register } });
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration } });
    await enqueue(db, [aNewReferral()]);
    expect(register).toHaveBeenCalledWith('outbox');
    expect(await db.outbox.count()).toBe(1);
  });
});
