import { HOUR_MS } from '@sunloop/shared-types/limits.ts';
import { followRead } from '../../data/follow-read.ts';
import type { UploadRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import type { Follow } from '../../lib/follow.ts';
import { readUpload, type Upload } from './bulk-upload.ts';

/** An upload, and the file it is of. */
export interface KnownUpload {
  upload: Upload;
  of: UploadRow;
}

const UPLOADED_IN = ['uploads', 'outbox', 'rejected', 'sync'] as const;

/** An upload and its file; null if it is no longer on this device. A Dexie read, for a live query. */
export async function readKnownUpload(db: UserDb, uploadId: string): Promise<KnownUpload | null> {
  // Started together, because Dexie may not track a read after an await.
  const [upload, of] = await withReopen(db, () =>
    Promise.all([readUpload(db, uploadId), db.uploads.get(uploadId)]),
  );
  return upload && of ? { upload, of } : null;
}

/** The last upload, live; null if it is finished and no longer news. */
export function followLastUpload(db: UserDb): Follow<KnownUpload | null> {
  return followRead(db, UPLOADED_IN, () => withReopen(db, () => readLastUpload(db)));
}

async function readLastUpload(db: UserDb): Promise<KnownUpload | null> {
  const of = await db.uploads.orderBy('at').last();
  const upload = of && (await readUpload(db, of.id));
  if (!upload) return null;
  const isNews = Date.now() - of.at < HOUR_MS;
  return isNews || upload.waiting + upload.refused.length > 0 ? { of, upload } : null;
}
