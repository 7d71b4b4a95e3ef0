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
  confirmed: 0,
  writes: 0,
  lastSentAt: null,
  lastSyncAt: null,
  heldUpload: null,
  heldUntil: 0,
  hasAskedToPersist: false,
};

export async function readSyncState(db: UserDb): Promise<SyncState> {
  return { ...CLOSED, ...(await db.sync.get('sync')) };
}

/**
 * What the server's word that this is the user means for the queue: whatever held it is over. Failures
 * stay counted until something is sent, or a server that only fails the sending would be hammered.
 */
export function confirmUser({ confirmed }: SyncState): Partial<SyncState> {
  const isFree = { isOpen: true, blocked: null, reach: 'ok', nextAt: 0 } as const;
  // From the clock, for a sign-out starts this row anew and the mark must not come again.
  return { ...isFree, confirmed: Math.max(confirmed + 1, Date.now()) };
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
