import type { publicRoutes, RouteBodyInput, User } from '@sunloop/shared-types';
import type { EntityTable } from 'dexie';
import { DEVICE_DB_NAME } from './has-device-db.ts';
import { ReopeningDexie } from './reopening-dexie.ts';
import { withReopen } from './with-reopen.ts';

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
  /** The last entry there was at that moment: a key, for clocks are put back. Absent from older builds. */
  lastKey?: number;
}

export type DeviceSession = ActiveSession | OwedSignOut;

export type QuoteInput = RouteBodyInput<typeof publicRoutes.requestQuote>;

/** A visitor's request for a quote that was made on this device; nobody needs to be signed in. */
export interface QuoteRow {
  key: number;
  state: 'waiting' | 'sent' | 'refused';
  /** null once it was sent: what a visitor entered does not stay on the device. */
  quote: QuoteInput | null;
  /** Epoch milliseconds, as every time here. */
  savedAt: number;
  failures: number;
  nextAt: number;
  /** The server's own Retry-After, and how long it was; nothing shortens it. */
  holdUntil: number;
  holdMs?: number;
  /** Somebody is sending it; a killed tab's claim ends then. */
  claimedUntil: number;
  triedAt?: number;
  /** Why it was not sent or not taken: `NotSent`'s reason or the server's code, and its text. */
  reason?: string;
  error?: string;
  fields?: Readonly<Record<string, string>>;
}

/** A web vital measured on this device (SPEC §9); never sent. */
export interface VitalRow {
  id: number;
  name: string;
  /** Milliseconds. */
  value: number;
  rating: string;
  path: string;
  at: number;
}

class DeviceDb extends ReopeningDexie {
  declare readonly device: EntityTable<DeviceSession, 'key'>;
  declare readonly quotes: EntityTable<QuoteRow, 'key'>;
  declare readonly vitals: EntityTable<VitalRow, 'id'>;

  constructor() {
    super(DEVICE_DB_NAME);
    this.version(1).stores({ device: 'key' });
    this.version(2).stores({ quotes: '++key, state', vitals: '++id' });
  }
}

/** The small database of the device itself; it holds no referral of a user. */
export const deviceDb = new DeviceDb();

export function readSession(): Promise<DeviceSession | undefined> {
  return withReopen(deviceDb, () => deviceDb.device.get('session'));
}

export async function writeSession(session: DeviceSession): Promise<void> {
  await withReopen(deviceDb, () => deviceDb.device.put(session));
}

/** Puts fresh data of the signed-in user in place, unless somebody else signed in meanwhile. */
export async function updateSessionUser(
  userId: string,
  changes: Partial<Pick<ActiveSession, 'user' | 'etag' | 'fetchedAt'>>,
): Promise<void> {
  await withReopen(deviceDb, () =>
    deviceDb.transaction('rw', deviceDb.device, async () => {
      const session = await readSession();
      if (session?.state === 'active' && session.user.id === userId) {
        await deviceDb.device.put({ ...session, ...changes });
      }
    }),
  );
}

/** What was to be discarded is; whatever a forgotten tab saves from now on stays. */
export async function noteDiscarded(): Promise<void> {
  await withReopen(deviceDb, () =>
    deviceDb.transaction('rw', deviceDb.device, async () => {
      const session = await readSession();
      if (session?.state !== 'signing-out' || session.unsent === 'keep') return;
      const kept: OwedSignOut = { ...session, unsent: 'keep' };
      await deviceDb.device.put(kept);
    }),
  );
}

/** Forgets an owed sign-out that has been paid; leaves a session that began meanwhile. */
export async function clearOwedSignOut(): Promise<void> {
  await withReopen(deviceDb, () =>
    deviceDb.transaction('rw', deviceDb.device, async () => {
      const session = await readSession();
      if (session?.state === 'signing-out') await deviceDb.device.delete('session');
    }),
  );
}
