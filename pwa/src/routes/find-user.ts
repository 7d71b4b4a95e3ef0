import type { User } from '@sunloop/shared-types';
import { deviceDb, readSession } from '../data/device-db.ts';
import { isStorageRefused } from '../data/storage-errors.ts';
import { withReopen } from '../data/with-reopen.ts';

/** Who is signed in on this device. */
export async function findUser(): Promise<User | undefined> {
  try {
    const session = await withReopen(deviceDb, readSession);
    return session?.state === 'active' ? session.user : undefined;
  } catch (error) {
    // Nobody can be signed in on it; /auth lets people in for as long as there is a connection.
    if (isStorageRefused(error)) return undefined;
    throw error;
  }
}
