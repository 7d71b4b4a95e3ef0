import type { DraftRow, UserDb } from './user-db.ts';

export async function readDraft(db: UserDb, form: string): Promise<DraftRow | undefined> {
  return db.drafts.get(form);
}

/** Keeps a half-typed form over reload and update. */
export async function saveDraft(
  db: UserDb,
  form: string,
  values: Record<string, string>,
): Promise<void> {
  await db.drafts.put({ form, values, updatedAt: Date.now() });
}

export async function dropDraft(db: UserDb, form: string): Promise<void> {
  await db.drafts.delete(form);
}
