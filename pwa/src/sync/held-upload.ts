import { patchSyncState, readSyncState } from '../data/sync-state.ts';
import type { SyncState, UserDb } from '../data/user-db.ts';
import { hasCome } from './backoff.ts';

/** Between saving a file and sending its first row. */
const FIRST_HOLD_MS = 5000;
/** A group of rows takes 5 s, or one request more; after this its tab is gone. */
const HOLD_MS = 45_000;

/** The upload whose rows are sent one by one right now, and so not by the queue. */
export function heldUploadOf(
  { heldUpload, heldUntil }: SyncState,
  now: number,
): string | undefined {
  return heldUpload !== null && !hasCome(heldUntil, now) ? heldUpload : undefined;
}

/** Keeps the queue's hands off a new upload until its first row is sent. */
export function holdNewUpload(db: UserDb, uploadId: string, now: number): Promise<void> {
  return patchSyncState(db, { heldUpload: uploadId, heldUntil: now + FIRST_HOLD_MS });
}

/**
 * Holds the upload for the next group of rows; answers which session they belong to, or undefined when
 * nothing may be sent now or another upload is being sent.
 */
export function keepHolding(
  db: UserDb,
  uploadId: string,
  now: number,
): Promise<number | undefined> {
  return db.transaction('rw', db.sync, async () => {
    const state = await readSyncState(db);
    const { isOpen, blocked, reach, nextAt, holdUntil, confirmed } = state;
    const isFree = (heldUploadOf(state, now) ?? uploadId) === uploadId;
    const mayGo = reach === 'ok' && hasCome(nextAt, now) && hasCome(holdUntil, now);
    if (!isOpen || blocked || !mayGo || !isFree) return undefined;
    await patchSyncState(db, { heldUpload: uploadId, heldUntil: now + HOLD_MS });
    return confirmed;
  });
}

/** Leaves what is left of an upload to the queue. */
export function releaseUpload(db: UserDb, uploadId: string): Promise<void> {
  return patchSyncState(db, ({ heldUpload }) =>
    heldUpload === uploadId ? { heldUpload: null, heldUntil: 0 } : {},
  );
}
