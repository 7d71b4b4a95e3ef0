import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { readSession } from '@sunloop/engine/data/device-db.ts';
import { type DeviceLock, lockOf } from '@sunloop/engine/data/device-lock.ts';
import { isStorageRefused } from '@sunloop/engine/data/storage/errors.ts';

/** Who is signed in on this device, and whether it shows them what it holds. */
export interface SignedIn {
  user: CurrentUser;
  lock: DeviceLock | null;
}

/** A Dexie read, also for live queries. */
export async function readSignedIn(): Promise<SignedIn | undefined> {
  const session = await readSession();
  if (session?.state !== 'active') return undefined;
  return { user: session.user, lock: lockOf(session, Date.now()) };
}

/** Who is signed in on this device; nobody if it stores nothing. */
export async function findSignedIn(): Promise<SignedIn | undefined> {
  try {
    return await readSignedIn();
  } catch (error) {
    // Nobody can be signed in on it; /auth lets people in while there is a connection.
    if (isStorageRefused(error)) return undefined;
    throw error;
  }
}
