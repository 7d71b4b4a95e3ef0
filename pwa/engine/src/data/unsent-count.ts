import type { Dexie } from 'dexie';
import { withReopen } from './with-reopen.ts';

/** Prefix of the names of users' databases; the user's id follows. */
export const USER_DB_PREFIX = 'referrals-';

/** In a database's `sync` table from its creation by page or worker until a page has looked. */
export const UNSEEN = 'unseen';

/**
 * How many rows of a user wait on this device, kept outside IndexedDB: a browser that runs out of room clears IndexedDB
 * silently, and then this says what was lost. Only pages keep it, because a worker has no such storage, so rows sent
 * with no page open may still be counted.
 */
const unsentKey = (userId: string) => `sunloop-unsent-${userId}`;
const missingKey = (userId: string) => `sunloop-missing-${userId}`;

/** Only pages have it, and only if the person allows it. */
interface PageRealm {
  readonly localStorage?: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
}

type SyncDb = Dexie & { readonly userId: string };

/** Whether the count before was not yet compared with this database by `readMissing`. A Dexie read, for a live query. */
export async function isUnseen(db: SyncDb): Promise<boolean> {
  return (await withReopen(db, () => db.table('sync').get(UNSEEN))) !== undefined;
}

/** Notes how many rows wait. */
export function noteUnsent(userId: string, count: number): void {
  write(unsentKey(userId), count);
}

/** How many rows were noted as waiting in a database that cannot be read itself; the device's own database has none. */
export function readNoted(database: string): number {
  if (!database.startsWith(USER_DB_PREFIX)) return 0;
  return read(unsentKey(database.slice(USER_DB_PREFIX.length)));
}

/**
 * How many waiting rows are missing, until the person has taken note. Call it before the current count is noted,
 * because a count noted for an earlier database was lost with it.
 */
export async function readMissing(db: SyncDb): Promise<number> {
  const { userId } = db;
  const table = db.table('sync');
  // A browser that clears a database also breaks the connection to it. Done again, this adds nothing.
  await withReopen(db, () =>
    db.transaction('rw', table, async () => {
      if (!(await table.get(UNSEEN))) return;
      write(missingKey(userId), read(missingKey(userId)) + read(unsentKey(userId)));
      write(unsentKey(userId), 0);
      await table.delete(UNSEEN);
    }),
  );
  return read(missingKey(userId));
}

export function forgetMissing(userId: string): void {
  write(missingKey(userId), 0);
}

function read(key: string): number {
  return Number(storage()?.getItem(key) ?? 0);
}

function write(key: string, count: number): void {
  try {
    if (count > 0) storage()?.setItem(key, String(count));
    else storage()?.removeItem(key);
  } catch (error) {
    // Full. The rows are safe where they are; only their loss would go unnoticed.
    console.warn('Unsent rows could not be counted:', error);
  }
}

function storage(): PageRealm['localStorage'] {
  try {
    return (globalThis as PageRealm).localStorage;
  } catch {
    // The person refused it, and IndexedDB with it.
    return undefined;
  }
}
