import type { User } from '@sunloop/shared-types';
import { Dexie, type EntityTable } from 'dexie';
import { DEVICE_DB_NAME } from './has-device-db.ts';
import { closeForNewVersion } from './storage-notices.ts';

/** What happens to unsent and refused rows when the person signs out. */
export type UnsentChoice = 'keep' | 'discard';

/** Who is signed in on this device; the home of the user's own data. */
export interface ActiveSession {
  key: 'session';
  state: 'active';
  user: User;
  /** Tag of GET /api/user, and when it was last confirmed; epoch milliseconds. */
  etag: string | null;
  fetchedAt: number;
  signedInAt: number;
}

/** Signed out here, while the server does not know yet: POST /api/logout is owed. */
export interface OwedSignOut {
  key: 'session';
  state: 'signing-out';
  userId: string;
  unsent: UnsentChoice;
  since: number;
}

export type DeviceSession = ActiveSession | OwedSignOut;

class DeviceDb extends Dexie {
  declare readonly device: EntityTable<DeviceSession, 'key'>;

  constructor() {
    super(DEVICE_DB_NAME);
    this.version(1).stores({ device: 'key' });
    closeForNewVersion(this);
  }
}

/** The small database of the device itself; it holds no referral. */
export const deviceDb = new DeviceDb();

export async function readSession(): Promise<DeviceSession | undefined> {
  return deviceDb.device.get('session');
}

export async function writeSession(session: DeviceSession): Promise<void> {
  await deviceDb.device.put(session);
}

/** Puts fresh data of the signed-in user in place, unless somebody else signed in meanwhile. */
export async function updateSessionUser(
  userId: string,
  changes: Partial<Pick<ActiveSession, 'user' | 'etag' | 'fetchedAt'>>,
): Promise<void> {
  await deviceDb.transaction('rw', deviceDb.device, async () => {
    const session = await readSession();
    if (session?.state === 'active' && session.user.id === userId) {
      await deviceDb.device.put({ ...session, ...changes });
    }
  });
}

/** Forgets an owed sign-out that has been paid; leaves a session that began meanwhile. */
export async function clearOwedSignOut(): Promise<void> {
  await deviceDb.transaction('rw', deviceDb.device, async () => {
    const session = await readSession();
    if (session?.state === 'signing-out') await deviceDb.device.delete('session');
  });
}
