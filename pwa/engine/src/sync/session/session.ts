import { sessionRoutes } from '@sunloop/shared-types/accounts/session-routes.ts';
import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { call } from '../../api/client.ts';
import { isProblem } from '../../api/problems.ts';
import {
  clearOwedSignOut,
  type DeviceSession,
  noteDiscarded,
  type OwedSignOut,
  readSession,
  readSessionOf,
  type UnsentChoice,
  writeSession,
} from '../../data/device-db.ts';
import { forgetRequestPages } from '../../data/drawn-pages.ts';
import { forgetErasedNote, noteErased } from '../../data/erased-note.ts';
import { dropHandedFile } from '../../data/handed-file.ts';
import { receiptPath } from '../../data/receipt-path.ts';
import { noteStorageTrouble } from '../../data/storage/health.ts';
import { confirmUser, forgetUnwritten, noteSyncState } from '../../data/sync-state.ts';
import { forgetMissing, noteUnsent } from '../../data/unsent-count.ts';
import { decodeEntry } from '../../data/outbox-entry.ts';
import type { OutboxEntry } from '../../data/outbox-kinds.ts';
import { openUserDb, type ResourceRow, type UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { registerBackgroundSync } from '../ground/background-sync.ts';
import { countUnsent, lastKey } from '../../data/find-unsent.ts';
import { withLock } from '../ground/lock.ts';
import { heedUser } from './heed-user.ts';

/**
 * Makes `user` the signed-in user of this device after the server said so, and releases their queue. The previous
 * user's cached data is removed first; their unsent rows stay for them.
 */
export function signIn(user: CurrentUser, deps: SyncDeps = realDeps): Promise<void> {
  return withLock(SESSION_LOCK, async () => {
    const before = await readSession();
    if (before) await endPrevious(before, user.id);
    const now = deps.now();
    const db = openUserDb(user.id);
    await noteSyncState(db, { ...confirmUser(), failures: 0 });
    await heedUser(db, user, before);
    const session = { user, etag: null, fetchedAt: now, signedInAt: now } as const;
    await writeSession({ key: 'session', state: 'active', ...session });
    await forgetErasedNote();
  });
}

/**
 * Opens the queue of whoever is signed in here: an active session always leads to an open queue. Takes turns with
 * signing out, which closes it after the session.
 */
export function openQueue(db: UserDb): Promise<void> {
  return withLock(SESSION_LOCK, async () => {
    if (!(await readSessionOf(db.userId))) return;
    await noteSyncState(db, ({ isOpen }) => (isOpen ? {} : confirmUser()));
  });
}

const SESSION_LOCK = 'sunloop-session';

async function endPrevious(before: DeviceSession, nextUserId: string): Promise<void> {
  if (before.state === 'signing-out') return endSession(before);
  const userId = before.user.id;
  if (userId !== nextUserId) await endSession({ userId, unsent: 'keep' });
}

/**
 * Signs out: the device forgets at once, even offline; unsent and refused rows are kept for the same user or discarded.
 * Returns whether the server already knows; if not, it is told before anything else.
 */
export async function signOut({ unsent }: { unsent: UnsentChoice }): Promise<boolean> {
  const session = await readSession();
  if (session?.state === 'active') {
    const { id: userId } = session.user;
    const owed = { userId, unsent, since: Date.now(), ...(await whereItEnds(userId)) };
    await writeSession({ key: 'session', state: 'signing-out', ...owed });
  }
  const isSettled = await settleSignOut();
  if (!isSettled) registerBackgroundSync();
  return isSettled;
}

/** A database that cannot be read must not hold up somebody who wants to sign out. */
async function whereItEnds(userId: string): Promise<{ lastKey?: number }> {
  try {
    return { lastKey: await lastKey(openUserDb(userId)) };
  } catch (error) {
    console.warn('Unsent rows could not be counted at sign-out:', error);
    return {};
  }
}

/**
 * Finishes a sign-out begun on this device, whatever interrupted it, and tells the server. Call it before any other
 * request of a start, a return of the network or a sign-in. Returns whether nothing is owed anymore.
 */
export function settleSignOut(): Promise<boolean> {
  return withLock(SESSION_LOCK, async () => {
    const session = await readSession();
    if (session?.state !== 'signing-out') return true;
    await endOwed(session);
    try {
      await call(sessionRoutes.logOut, {});
    } catch (error) {
      if (!isProblem(error)) throw error;
      return false;
    }
    await clearOwedSignOut();
    return true;
  });
}

/**
 * Call it before a forgotten tab saves: discards what a sign-out has yet to discard, so that nothing is called saved
 * that would go with it. Throws if the storage fails.
 */
export async function finishDiscard(userId: string): Promise<void> {
  const isOwed = (session: DeviceSession | undefined) =>
    session?.state === 'signing-out' && session.userId === userId && session.unsent === 'discard';
  if (!isOwed(await readSession())) return;
  await withLock(SESSION_LOCK, async () => {
    const session = await readSession();
    if (session?.state === 'signing-out' && isOwed(session)) await endOwed(session);
  });
}

async function endOwed(session: OwedSignOut): Promise<void> {
  await endSession(session);
  // Without this note it is done again, by keys, which does harm only if keys have started over.
  await noteDiscarded().catch(noteStorageTrouble);
}

/**
 * Forgets a person who was erased on the server: cached data, and unsent rows, because there is nobody left to send
 * them for. The sign-in page says so. Safe to repeat; if it breaks off, it is done again at the next contact.
 */
export function forgetErased(db: UserDb): Promise<void> {
  return withLock(SESSION_LOCK, async () => {
    const { userId } = db;
    const unsent = await countUnsent(db);
    await endSession({ userId, unsent: 'discard', since: Infinity });
    await dropHandedFile();
    noteUnsent(userId, 0);
    forgetMissing(userId);
    await noteErased(userId, unsent);
  });
}

/** Tables of what the person did that the server does not have. */
const UNSENT = ['outbox', 'rejected', 'conflicts'];

/**
 * The one place where a user's data is deleted from this device: everything cached, and unsent rows if so chosen, but
 * never rows a forgotten tab saved afterwards. Safe to repeat.
 */
async function endSession({
  userId,
  unsent,
  lastKey: upTo,
  since = 0,
}: EndedSession): Promise<void> {
  const db = openUserDb(userId);
  forgetUnwritten(db);
  await withReopen(db, () =>
    db.transaction('rw', db.tables, async () => {
      const cached = db.tables.filter(({ name }) => !UNSENT.includes(name));
      const kept = unsent === 'keep' ? await waitingReceipts(db) : [];
      await Promise.all(cached.map((table) => table.clear()));
      await db.resources.bulkPut(kept);
      if (unsent === 'keep') return;
      // By keys instead of times, because a clock that was ahead would spare what is to be discarded.
      const isFromBefore = ({ key, firstKey = key, savedAt }: OutboxEntry) =>
        upTo === undefined ? !(savedAt > since) : firstKey <= upTo;
      await db.outbox.filter(isFromBefore).delete();
      // Nothing is sent from a closed database, so these are all from before.
      await Promise.all([db.rejected.clear(), db.conflicts.clear()]);
    }),
  );
  await forgetRequestPages().catch(noteStorageTrouble);
}

/** Receipts of rows that wait: they go with their row, so that it counts from when it was first received (rule 38). */
async function waitingReceipts(db: UserDb): Promise<ResourceRow[]> {
  const waiting = await db.outbox.toArray();
  const paths = waiting.flatMap(
    (stored) => decodeEntry(stored).entry?.rows.map(({ id }) => receiptPath(id)) ?? [],
  );
  const kept = await db.resources.bulkGet(paths);
  return kept.filter((row) => row !== undefined);
}

type EndedSession = Pick<OwedSignOut, 'userId' | 'unsent' | 'lastKey'> &
  Partial<Pick<OwedSignOut, 'since'>>;
