import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import type { RouteBodyInput } from '@sunloop/shared-types/route.ts';
import type { publicRoutes } from '@sunloop/shared-types/visitors/landing-routes.ts';
import type { QuoteReceipt } from '@sunloop/shared-types/visitors/quotes.ts';
import type { EntityTable } from 'dexie';
import type { Absence } from '../lib/absence.ts';
import { DEVICE_DB_NAME } from './has-device-db.ts';
import { ReopeningDexie } from './reopening-dexie.ts';
import { withReopen } from './with-reopen.ts';

/** What happens to unsent and refused rows when the person signs out. */
export type UnsentChoice = 'keep' | 'discard';

/** Who is signed in on this device, with their user data. */
export interface ActiveSession {
  key: 'session';
  state: 'active';
  user: CurrentUser;
  /** Tag of GET /api/user, and when it was last confirmed; epoch milliseconds. */
  etag: string | null;
  fetchedAt: number;
  signedInAt: number;
  /** Time counted since `fetchedAt`; absent right after an answer from the server. */
  absence?: Absence;
  /** The server called the account inactive and has not confirmed it since. */
  isInactive?: boolean;
}

/** Signed out here, but the server does not know yet: POST /api/logout is owed. */
export interface OwedSignOut {
  key: 'session';
  state: 'signing-out';
  userId: string;
  unsent: UnsentChoice;
  since: number;
  /** The last entry at that moment: a key, because clocks can be put back. Not written by older builds. */
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
  /** Epoch milliseconds, like every time here. */
  savedAt: number;
  failures: number;
  nextAt: number;
  /** The end of the server's Retry-After, and its length; nothing shortens it. */
  holdUntil: number;
  holdMs?: number;
  triedAt?: number;
  /** Why it was not sent or not accepted: `NotSent`'s reason or the server's code, and its text. */
  reason?: string;
  error?: string;
  fields?: Readonly<Record<string, string>>;
  /** The server's answer to what was sent, by which it can be followed. */
  receipt?: QuoteReceipt;
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

/** The small database of the device itself; it holds nobody's referrals. */
export const deviceDb = new DeviceDb();

/** The server's latest answer about a user, which this device was too full to store. */
let unkept: { userId: string; changes: Confirmation } | undefined;

type Confirmation = Partial<Pick<ActiveSession, 'user' | 'etag' | 'fetchedAt'>>;

export function readSession(): Promise<DeviceSession | undefined> {
  const withUnkept = (session: DeviceSession | undefined) =>
    session?.state === 'active' && session.user.id === unkept?.userId
      ? withConfirmed(session, unkept.changes)
      : session;
  return withReopen(deviceDb, () => deviceDb.device.get('session')).then(withUnkept);
}

/** This user's session if it is they who are signed in here; nobody is while a sign-out is owed. */
export async function readSessionOf(userId: string): Promise<ActiveSession | undefined> {
  const session = await readSession();
  return session?.state === 'active' && session.user.id === userId ? session : undefined;
}

/** Who is signed in on this device, for what is only a courtesy: undefined if that cannot be read. */
export async function readOwnUser(): Promise<CurrentUser | undefined> {
  try {
    const session = await readSession();
    return session?.state === 'active' ? session.user : undefined;
  } catch (error) {
    console.error('The user could not be looked up:', error);
    return undefined;
  }
}

export async function writeSession(session: DeviceSession): Promise<void> {
  await withReopen(deviceDb, () => deviceDb.device.put(session));
  unkept = undefined;
}

/** Changes the session of this user, unless somebody else signed in meanwhile. */
export async function changeSession(
  userId: string,
  change: (session: ActiveSession) => Partial<ActiveSession>,
): Promise<void> {
  await withReopen(deviceDb, () =>
    deviceDb.transaction('rw', deviceDb.device, async () => {
      const session = await deviceDb.device.get('session');
      if (session?.state !== 'active' || session.user.id !== userId) return;
      const changes = change(session);
      if (Object.keys(changes).length > 0) await deviceDb.device.put({ ...session, ...changes });
    }),
  );
}

/**
 * Stores fresh data of the signed-in user, unless somebody else signed in meanwhile. With `fetchedAt`, it is the
 * server's answer about them, and the count of their absence starts over.
 */
export async function updateSessionUser(userId: string, changes: Confirmation): Promise<void> {
  try {
    await withReopen(deviceDb, () =>
      deviceDb.transaction('rw', deviceDb.device, async () => {
        const session = await deviceDb.device.get('session');
        if (session?.state !== 'active' || session.user.id !== userId) return;
        await deviceDb.device.put(withConfirmed(session, changes));
      }),
    );
    unkept = undefined;
  } catch (error) {
    if (changes.fetchedAt !== undefined) unkept = { userId, changes };
    throw error;
  }
}

function withConfirmed(session: ActiveSession, changes: Confirmation): ActiveSession {
  const { absence: _, ...rest } = session;
  return { ...(changes.fetchedAt === undefined ? session : rest), ...changes };
}

/** Notes that discarding is done, so that whatever a forgotten tab saves from now on stays. */
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

/** Forgets an owed sign-out once it is done; leaves a session that began meanwhile. */
export async function clearOwedSignOut(): Promise<void> {
  await withReopen(deviceDb, () =>
    deviceDb.transaction('rw', deviceDb.device, async () => {
      const session = await readSession();
      if (session?.state === 'signing-out') await deviceDb.device.delete('session');
    }),
  );
}
