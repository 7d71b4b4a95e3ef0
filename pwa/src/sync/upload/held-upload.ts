import { noteSyncState, readSyncState } from '../../data/sync-state.ts';
import type { SyncState, UserDb } from '../../data/user-db.ts';
import { isPauseOver } from '../send/backoff.ts';
import { isLockHeld, locks } from '../lock.ts';

/** Between saving a file and sending its first row. Milliseconds. */
const FIRST_HOLD_MS = 5000;
/**
 * For browsers without locks: a group of rows takes 5 s plus at most one request; after this, its tab is gone.
 * Milliseconds.
 */
const HOLD_MS = 45_000;

const lockOf = (uploadId: string) => `sunloop-upload-${uploadId}`;

/** The upload whose rows are being sent one by one, and therefore not by the queue; a dead tab holds no lock. */
export async function findHeldUpload(
  { heldUpload, heldUntil }: SyncState,
  now: number,
): Promise<string | undefined> {
  if (heldUpload === null) return undefined;
  if (!isPauseOver(heldUntil, now, HOLD_MS)) return heldUpload;
  return (await isLockHeld(lockOf(heldUpload))) ? heldUpload : undefined;
}

/** Keeps the queue away from a new upload until its first row is sent; the caller's transaction holds `sync`. */
export function holdNewUpload(uploadId: string, now: number): Partial<SyncState> {
  return { heldUpload: uploadId, heldUntil: now + FIRST_HOLD_MS };
}

/** Runs `work` as the only sender of this upload; the hold ends with its tab. */
export async function whileHolding(
  db: UserDb,
  uploadId: string,
  work: () => Promise<void>,
): Promise<void> {
  const hold = async () => {
    try {
      await work();
    } finally {
      await releaseUpload(db, uploadId);
    }
  };
  const here = locks();
  await (here ? here.request(lockOf(uploadId), hold) : hold());
}

/**
 * Holds the upload for the next group of rows; returns which session they belong to, or undefined if nothing may be
 * sent now or another upload is being sent.
 */
export async function keepHolding(
  db: UserDb,
  uploadId: string,
  now: number,
): Promise<number | undefined> {
  const state = await readSyncState(db);
  const { isOpen, blocked, reach, nextAt, holdUntil, holdMs, confirmed } = state;
  const isFree = ((await findHeldUpload(state, now)) ?? uploadId) === uploadId;
  const mayGo = reach === 'ok' && isPauseOver(nextAt, now) && isPauseOver(holdUntil, now, holdMs);
  if (!isOpen || blocked || !mayGo || !isFree) return undefined;
  const heldUntil = locks() ? 0 : now + HOLD_MS;
  await noteSyncState(db, { heldUpload: uploadId, heldUntil });
  return confirmed;
}

/** Leaves the rest of an upload to the queue. */
export function releaseUpload(db: UserDb, uploadId: string): Promise<void> {
  return noteSyncState(db, ({ heldUpload }) =>
    heldUpload === uploadId ? { heldUpload: null, heldUntil: 0 } : {},
  );
}

const awaited = new Set<string>();

/** Leaves an upload to the queue as soon as the tab sending it is gone or done. Safe to repeat. */
export async function releaseWhenAbandoned(db: UserDb, uploadId: string): Promise<void> {
  const here = locks();
  if (!here || awaited.has(uploadId)) return;
  awaited.add(uploadId);
  try {
    await here.request(lockOf(uploadId), { mode: 'shared' }, async () => {
      const { heldUpload, heldUntil } = await readSyncState(db);
      // At first, the tab may not have started sending.
      if (heldUpload === uploadId && isPauseOver(heldUntil, Date.now(), HOLD_MS)) {
        await releaseUpload(db, uploadId);
      }
    });
  } finally {
    awaited.delete(uploadId);
  }
}
