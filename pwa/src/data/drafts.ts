import type { DraftRow, UserDb } from './user-db.ts';
import { withReopen } from './with-reopen.ts';

export async function readDraft(db: UserDb, form: string): Promise<DraftRow | undefined> {
  return withReopen(db, () => db.drafts.get(form));
}

/** Keeps a half-typed form over reload and update. */
export async function saveDraft(
  db: UserDb,
  form: string,
  values: Record<string, string>,
): Promise<void> {
  await withReopen(db, () => db.drafts.put({ form, values, updatedAt: Date.now() }));
}

export async function dropDraft(db: UserDb, form: string): Promise<void> {
  await withReopen(db, () => db.drafts.delete(form));
}
