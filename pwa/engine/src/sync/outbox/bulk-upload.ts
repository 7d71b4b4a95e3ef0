import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { v7 as uuidv7 } from 'uuid';
import { toEntries } from '../../data/outbox-entry.ts';
import { mayAsk, patchSyncState, readSyncState } from '../../data/sync-state.ts';
import type { RejectedRow, UploadRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { realDeps } from '../ground/deps.ts';
import { type NewReferralInput, putEntries, saveWhole, toPushRow } from './enqueue.ts';
import { waitingOf } from './log-lines.ts';
import { inSavedOrder } from '../../data/saved-order.ts';
import { sortOut } from './sort-out-upload.ts';
import { uploadRowId } from './upload-row-id.ts';

/**
 * SPEC §7 sends a file row by row; beyond this many, that would keep the person waiting for nothing (DESIGN). They are
 * an entry of their own, because it is written again after each of them.
 */
const SINGLY_MAX = 50;

/** A file's valid rows, and what of it is not among them. */
export interface UploadedFile extends Pick<UploadRow, 'fileName' | 'leftOut'> {
  rows: readonly NewReferralInput[];
}

/** The result for a file: rows handed over, and rows this device already has. */
export interface UploadReceipt {
  uploadId: string;
  queued: number;
  alreadyThere: number;
}

/**
 * Hands over a file's valid rows in one transaction; once it resolves they are saved, and closing the app loses none. A
 * row that this device knows to be on the server or waiting is not queued again; one that was refused is tried again,
 * unless the person has changed it since. Throws `StorageFull` when the disk is full; nothing is saved then.
 */
export async function enqueueUpload(
  db: UserDb,
  { fileName, rows, ...file }: UploadedFile,
): Promise<UploadReceipt> {
  const uploadId = uuidv7();
  const at = Date.now();
  const identified = await identifyRows(db.userId, rows);
  const total = rows.length;
  const tables = [db.outbox, db.rejected, db.referrals, db.arrived, db.uploads, db.sync];
  const queued = await saveWhole(db, tables, async () => {
    const { fresh, refused } = await sortOut(db, identified);
    const alreadyThere = total - fresh.length;
    await db.rejected.bulkDelete(refused);
    await db.uploads.put({ ...file, id: uploadId, fileName, at, total, sent: 0, alreadyThere });
    await queueFile(db, fresh, { uploadId, at });
    return fresh.length;
  });
  return { uploadId, queued, alreadyThere: total - queued };
}

/** Appends a file's rows; the caller's transaction holds `outbox` and `sync`. */
async function queueFile(
  db: UserDb,
  rows: PushRow[],
  { uploadId, at }: { uploadId: string; at: number },
): Promise<void> {
  const isSentNow = mayAsk(await readSyncState(db));
  const singly = isSentNow ? SINGLY_MAX : 0;
  const first = toEntries(rows.slice(0, singly), at, uploadId);
  const firstKey = await putEntries(db, [...first, ...toEntries(rows.slice(singly), at, uploadId)]);
  if (first.length > 0) await patchSyncState(db, { watchedKey: firstKey ?? null });
}

/** Rows made before the page gets a turn. */
const ROWS_BEFORE_YIELD = 500;

/** Gives each row its id, the same to repeats of one person, without blocking the page. */
async function identifyRows(userId: string, rows: readonly NewReferralInput[]): Promise<PushRow[]> {
  const date = new Date().toISOString();
  const identified = new Map<string, PushRow>();
  for (const [at, row] of rows.entries()) {
    if (at > 0 && at % ROWS_BEFORE_YIELD === 0) await realDeps.wait(0);
    const id = row.id ?? uploadRowId(userId, row);
    if (!identified.has(id)) identified.set(id, toPushRow({ date, ...row, id }));
  }
  return [...identified.values()];
}

/** How an upload stands; `waiting` rows are saved here and not yet sent. */
export interface Upload extends Pick<UploadRow, 'total' | 'sent' | 'alreadyThere' | 'leftOut'> {
  waiting: number;
  refused: RejectedRow[];
}

/** A Dexie read, for a live query; undefined for an upload this device does not know. */
export async function readUpload(db: UserDb, uploadId: string): Promise<Upload | undefined> {
  const [upload, waiting, rejected] = await withReopen(db, () =>
    Promise.all([
      db.uploads.get(uploadId),
      waitingOf(db, uploadId),
      db.rejected.where('uploadId').equals(uploadId).toArray(),
    ]),
  );
  if (!upload) return undefined;
  const { total, sent, alreadyThere, leftOut } = upload;
  return { total, sent, alreadyThere, leftOut, waiting, refused: inSavedOrder(rejected) };
}
