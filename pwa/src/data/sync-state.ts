import type { SyncState, UserDb } from './user-db.ts';

/** How a database stands before anybody signed in: closed, so nothing is sent from it. */
const CLOSED: SyncState = {
  key: 'sync',
  isOpen: false,
  reach: 'ok',
  blocked: null,
  sending: 0,
  sendingUntil: 0,
  failures: 0,
  nextAt: 0,
  holdUntil: 0,
  writes: 0,
  lastSentAt: null,
  lastSyncAt: null,
  hasAskedToPersist: false,
};

export async function readSyncState(db: UserDb): Promise<SyncState> {
  return { ...CLOSED, ...(await db.sync.get('sync')) };
}

/** Changes some of it in a transaction; joins the caller's when there is one over `sync`. */
export async function patchSyncState(
  db: UserDb,
  changes: Partial<SyncState> | ((state: SyncState) => Partial<SyncState>),
): Promise<void> {
  await db.transaction('rw', db.sync, async () => {
    const state = await readSyncState(db);
    const patch = typeof changes === 'function' ? changes(state) : changes;
    await db.sync.put({ ...state, ...patch });
  });
}
