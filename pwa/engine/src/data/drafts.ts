import { Dexie } from 'dexie';
import { followed } from './storage/leaving.ts';
import { isOutdated } from './storage/notices.ts';
import type { DraftRow, UserDb } from './user-db.ts';
import { withReopen } from './with-reopen.ts';

/** Where a form keeps what was typed, across reloads and updates. */
export function draftStore(db: UserDb, form: string) {
  return {
    read: async () => (await withReopen(db, () => db.drafts.get(form)))?.values ?? null,
    save: (values: Record<string, string>) => saveDraft(db, form, values),
    drop: () => withReopen(db, () => db.drafts.delete(form)),
  };
}

/**
 * Asks for the commit with the write: when a page is left, nothing that waits for an answer first is kept. WebKit (2.50)
 * keeps nothing then.
 */
function putAtOnce(db: UserDb, row: DraftRow): PromiseLike<unknown> {
  return db.transaction('rw', db.drafts, ({ idbtrans }) => {
    const put = db.drafts.put(row);
    idbtrans.commit();
    return put;
  });
}

/**
 * Works even after a newer build has taken over the database: what is typed before the reload must be there after it.
 */
export async function saveDraft(
  db: UserDb,
  form: string,
  values: Record<string, string>,
): Promise<void> {
  const row = { form, values, updatedAt: Date.now() };
  if (!isOutdated(db)) {
    await withReopen(db, () => putAtOnce(db, row));
    return;
  }
  // Opened without a version, it has the tables as the newer build made them.
  const newer = await new Dexie(db.name, { indexedDB: followed }).open();
  try {
    await newer.table('drafts').put(row);
  } finally {
    newer.close();
  }
}
