import { describe, expect, test, vi } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { failStorage } from '../test/failing-storage.ts';
import { StorageFull } from './storage/errors.ts';
import { findTrouble } from './storage/trouble.ts';
import { UserDb } from './user-db.ts';
import { withReopen } from './with-reopen.ts';

const newDb = () => new UserDb(uuidv7());
const saveDraft = (db: UserDb) => db.drafts.put({ form: 'add', values: {}, updatedAt: 1 });

describe('withReopen (rule 1)', () => {
  test('reopens a connection that was closed unexpectedly', async () => {
    const db = newDb();
    await db.open();
    db.close();
    await withReopen(db, () => saveDraft(db));
    expect(await db.drafts.count()).toBe(1);
  });

  test('tries once more after the browser lost the connection', async () => {
    const db = newDb();
    const lost = new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    const work = vi.fn(() => saveDraft(db)).mockRejectedValueOnce(lost);
    await withReopen(db, work);
    expect(work).toHaveBeenCalledTimes(2);
    expect(await db.drafts.count()).toBe(1);
  });

  test('gives up when it is lost twice', async () => {
    const db = newDb();
    const lost = () => Promise.reject(new DOMException('lost', 'UnknownError'));
    await expect(withReopen(db, lost)).rejects.toThrow('lost');
  });

  test('says that the disk is full, even when the browser wraps it', async () => {
    const inner = new DOMException('full', 'QuotaExceededError');
    const wrapped = Object.assign(new Error('aborted'), { name: 'AbortError', inner });
    const work = () => Promise.reject(wrapped);
    await expect(withReopen(newDb(), work)).rejects.toBeInstanceOf(StorageFull);
  });

  test('also says so when the retry after a lost connection finds the disk full', async () => {
    const lost = new DOMException('lost', 'UnknownError');
    const full = new DOMException('full', 'QuotaExceededError');
    const work = vi.fn().mockRejectedValueOnce(lost).mockRejectedValueOnce(full);
    await expect(withReopen(newDb(), work)).rejects.toBeInstanceOf(StorageFull);
  });

  test('creates a database once there is room for it', async () => {
    const db = newDb();
    const mend = failStorage({ error: 'QuotaExceededError' });
    await expect(withReopen(db, () => saveDraft(db))).rejects.toBeInstanceOf(StorageFull);
    mend();
    await withReopen(db, () => saveDraft(db));
    expect(await db.drafts.count()).toBe(1);
  });

  test('leaves a database to a newer version that took it over, and tells the page', async () => {
    const db = newDb();
    await db.open();
    const upgrade = indexedDB.open(db.name, 1000);
    await new Promise((resolve) => {
      upgrade.addEventListener('success', resolve);
    });
    upgrade.result.close();
    expect(findTrouble(db.name)?.kind).toBe('outdated');
    await expect(withReopen(db, () => saveDraft(db))).rejects.toMatchObject({
      name: 'DatabaseClosedError',
    });
  });
});
