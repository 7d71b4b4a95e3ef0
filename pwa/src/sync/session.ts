import { sessionRoutes, type User } from '@sunloop/shared-types';
import { call } from '../api/client.ts';
import { isProblem } from '../api/problems.ts';
import {
  clearOwedSignOut,
  deviceDb,
  type DeviceSession,
  readSession,
  type UnsentChoice,
  writeSession,
} from '../data/device-db.ts';
import { confirmUser, patchSyncState } from '../data/sync-state.ts';
import { openUserDb } from '../data/user-db.ts';
import { withReopen } from '../data/with-reopen.ts';
import { registerBackgroundSync } from './background-sync.ts';
import { withLock } from './lock.ts';

/** The signed-in user of this device, from Dexie; null when nobody is or a sign-out is owed. */
export async function currentSession(): Promise<User | null> {
  const session = await withReopen(deviceDb, readSession);
  return session?.state === 'active' ? session.user : null;
}

/**
 * Makes `user` the signed-in user of this device after the server said so, and lets their queue go.
 * Whoever was here before loses their cached data first; their unsent rows stay for them.
 */
export async function signIn(user: User): Promise<void> {
  const before = await withReopen(deviceDb, readSession);
  if (before) await endPrevious(before, user.id);
  const now = Date.now();
  const db = openUserDb(user.id);
  await withReopen(db, () =>
    patchSyncState(db, (state) => ({ ...confirmUser(state), failures: 0 })),
  );
  const session = { user, etag: null, fetchedAt: now, signedInAt: now } as const;
  await writeSession({ key: 'session', state: 'active', ...session });
}

async function endPrevious(before: DeviceSession, nextUserId: string): Promise<void> {
  if (before.state === 'signing-out') return endSession(before);
  const userId = before.user.id;
  if (userId !== nextUserId) await endSession({ userId, unsent: 'keep', since: Date.now() });
}

/**
 * Signs out: the device forgets at once, also offline; unsent and refused rows are kept for the same
 * user or discarded. Answers whether the server knows already; else it is told before anything else.
 */
export async function signOut({ unsent }: { unsent: UnsentChoice }): Promise<boolean> {
  const session = await withReopen(deviceDb, readSession);
  if (session?.state === 'active') {
    const owed = { userId: session.user.id, unsent, since: Date.now() };
    await writeSession({ key: 'session', state: 'signing-out', ...owed });
  }
  const isSettled = await settleSignOut();
  if (!isSettled) await registerBackgroundSync();
  return isSettled;
}

/**
 * Finishes a sign-out begun on this device, whatever interrupted it, and tells the server. To be
 * called before any other request of a start, a return of the network or a sign-in. Answers whether
 * nothing is owed any more.
 */
export function settleSignOut(): Promise<boolean> {
  return withLock('sunloop-session', async () => {
    const session = await withReopen(deviceDb, readSession);
    if (session?.state !== 'signing-out') return true;
    await endSession(session);
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

/** Tables of what the person did and the server has not got. */
const UNSENT = ['outbox', 'rejected', 'conflicts'];

/**
 * The one place where a user's data leaves this device: everything cached, and what is unsent when
 * so chosen, but never rows a forgotten tab saved after `since`. Safe to repeat.
 */
async function endSession({ userId, unsent, since }: EndedSession): Promise<void> {
  const db = openUserDb(userId);
  await withReopen(db, () =>
    db.transaction('rw', db.tables, async () => {
      const cached = db.tables.filter(({ name }) => !UNSENT.includes(name));
      await Promise.all(cached.map((table) => table.clear()));
      if (unsent === 'keep') return;
      await db.outbox.filter((entry) => !(entry.savedAt > since)).delete();
      await db.rejected.filter((row) => !(row.savedAt > since)).delete();
      await db.conflicts.filter(({ at }) => !(at > since)).delete();
    }),
  );
}

interface EndedSession {
  userId: string;
  unsent: UnsentChoice;
  since: number;
}
