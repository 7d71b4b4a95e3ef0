import { PUSH_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import { Dexie } from 'dexie';
import { noteStorageTrouble } from './storage/health.ts';
import type { Reach, SyncState, UserDb } from './user-db.ts';
import { withReopen } from './with-reopen.ts';

/** The state of a database before anybody signed in: closed, so nothing is sent from it. */
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
  holdMs: 0,
  pace: { rows: PUSH_MAX_ROWS, failedRows: null, passed: 0 },
  confirmed: 0,
  writes: 0,
  lastSentAt: null,
  lastSyncAt: null,
  watchedKey: null,
  hasAskedToPersist: false,
};

/** What this tab could not write; without this memory, a full device would be retried every second. */
const unwritten = new WeakMap<UserDb, Unwritten>();

interface Unwritten {
  readonly changes: Partial<SyncState>;
  /** The stored mark of the user's last confirmation when this was remembered. */
  readonly since: number;
}

export function readSyncState(db: UserDb): Promise<SyncState> {
  return readStored(db).then((stored) => ({ ...stored, ...rememberedOf(db, stored) }));
}

/** Whether our server can be reached, and what is in the way. */
export async function readReach(db: UserDb): Promise<Reach> {
  return (await readSyncState(db)).reach;
}

function readStored(db: UserDb): Promise<SyncState> {
  return withReopen(db, () => db.sync.get('sync')).then((stored) => ({ ...CLOSED, ...stored }));
}

/** What this tab could not write and still counts: another tab's confirmation ends what is about the session. */
function rememberedOf(db: UserDb, stored: SyncState): Partial<SyncState> {
  const { changes, since } = unwritten.get(db) ?? { changes: {}, since: stored.confirmed };
  if (since === stored.confirmed) return changes;
  const { isOpen: _o, blocked: _b, reach: _r, nextAt: _n, confirmed: _c, ...rest } = changes;
  return rest;
}

/**
 * The changes to the queue when the server confirms the user: every block ends. Failures stay counted until something
 * is sent; otherwise a server that fails only at sending would be hammered.
 */
export function confirmUser(): Partial<SyncState> {
  const isFree = { isOpen: true, blocked: null, reach: 'ok', nextAt: 0 } as const;
  // Random, because a sign-out resets this row and a mark must never repeat.
  return { ...isFree, confirmed: Math.random() };
}

/** Whether nobody answers or may be asked at the moment. */
export const isCutOff = ({ reach, blocked }: SyncState): boolean =>
  reach !== 'ok' || blocked !== null;

/** Whether the server may be asked something now: its user is signed in, and it is there and knows them. */
export const mayAsk = (state: SyncState): boolean => state.isOpen && !isCutOff(state);

type Changes = Partial<SyncState> | ((state: SyncState) => Partial<SyncState>);

/** Changes part of it in a transaction; joins the caller's if there is one over `sync`. */
export async function patchSyncState(db: UserDb, changes: Changes): Promise<void> {
  await withReopen(db, () =>
    db.transaction('rw', db.sync, async () => {
      const state = await readSyncState(db);
      await db.sync.put({ ...state, ...patchOf(changes, state) });
    }),
  );
  forgetOnceStored(db, unwritten.get(db));
}

/** Forgets what the database now holds; within a caller's transaction, only once that is complete. */
function forgetOnceStored(db: UserDb, written: Unwritten | undefined): void {
  if (written === undefined) return;
  const forget = () => {
    if (unwritten.get(db) === written) unwritten.delete(db);
  };
  const transaction = Dexie.currentTransaction;
  if (transaction) transaction.on('complete', forget);
  else forget();
}

/** Like `patchSyncState`, but what cannot be stored is kept in this tab's memory: sending never waits for a write. */
export async function noteSyncState(db: UserDb, changes: Changes): Promise<void> {
  try {
    await patchSyncState(db, changes);
  } catch (error) {
    noteStorageTrouble(error);
    const unread = { ...CLOSED, confirmed: unwritten.get(db)?.since ?? CLOSED.confirmed };
    const stored = await readStored(db).catch(() => unread);
    const earlier = rememberedOf(db, stored);
    const patch = patchOf(changes, { ...stored, ...earlier });
    unwritten.set(db, { changes: { ...earlier, ...patch }, since: stored.confirmed });
  }
}

/** For a database whose user has signed out. */
export function forgetUnwritten(db: UserDb): void {
  unwritten.delete(db);
}

function patchOf(changes: Changes, state: SyncState): Partial<SyncState> {
  return typeof changes === 'function' ? changes(state) : changes;
}
