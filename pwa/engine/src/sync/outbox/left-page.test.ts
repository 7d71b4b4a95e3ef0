import { expect, test, vi } from 'vitest';
import { saveDraft } from '../../data/drafts.ts';
import { aNewReferral, anOpenDb } from '../../test/builders.ts';
import { enqueue } from './enqueue.ts';

/** What browsers send to a page. */
const page = new EventTarget();
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
const happen = (event: 'pagehide' | 'pageshow') => page.dispatchEvent(new Event(event));

test('what was being saved when the page was left is saved once it is back, and until then its draft is kept (rule 1)', async () => {
  const db = await anOpenDb();
  await saveDraft(db, 'add', { name: 'Ada' });
  // Left between the rows and the draft: both are in one transaction.
  const drop = vi.spyOn(IDBObjectStore.prototype, 'delete');
  drop.mockImplementationOnce(function (this: IDBObjectStore, key) {
    happen('pagehide');
    return this.delete(key);
  });
  let isSaved = false;
  const saving = enqueue(db, [aNewReferral({ name: 'Ada' })], { draft: 'add' }).then(() => {
    isSaved = true;
  });
  await vi.waitFor(() => expect(db.isOpen()).toBe(false));
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isSaved).toBe(false);
  const kept = await otherPageReads(db.name);
  expect(kept).toEqual({ outbox: 0, drafts: 1 });

  happen('pageshow');
  await saving;
  expect([await db.outbox.count(), await db.drafts.count()]).toEqual([1, 0]);
});

/** How much another page finds. */
async function otherPageReads(name: string): Promise<{ outbox: number; drafts: number }> {
  const opening = indexedDB.open(name);
  await new Promise((resolve) => {
    opening.addEventListener('success', resolve);
  });
  const reading = opening.result.transaction(['outbox', 'drafts']);
  const outbox = reading.objectStore('outbox').count();
  const drafts = reading.objectStore('drafts').count();
  await new Promise((resolve) => {
    reading.addEventListener('complete', resolve);
  });
  opening.result.close();
  return { outbox: outbox.result, drafts: drafts.result };
}
