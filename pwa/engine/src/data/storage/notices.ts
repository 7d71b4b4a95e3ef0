import type { Dexie } from 'dexie';
import { isQuotaExceeded, isStorageRefused } from './errors.ts';
import { findTrouble, setTrouble, type StorageTrouble } from './trouble.ts';

/**
 * How long an opening may take before the person is told, so that the notice is on the screen within two seconds.
 * Milliseconds.
 */
const OPEN_PATIENCE_MS = 1_500;
/** How long a read of an open database may take, which waits for what other tabs are writing. Milliseconds. */
const READ_PATIENCE_MS = 4_000;
/** IndexedDB counts ten for each of Dexie's versions; Dexie may add some of its own. */
const STEPS_A_VERSION = 10;

const outdated = new WeakSet<Dexie>();
const opening = new WeakSet<Dexie>();
const wereOpen = new WeakSet<Dexie>();
/** What is read again when somebody comes back to the page. */
const watched = new Set<Dexie>();
const reading = new WeakSet<Dexie>();

/** A newer version of the app wrote the database; Dexie by itself would open it anyway. */
class NewerStorage extends Error {
  override readonly name = 'NewerStorage';
}

/** Yields the database to newer code, leaves alone what newer code wrote, and reports what keeps it from opening. */
export function watchStorage(db: Dexie): void {
  db.on('versionchange', () => {
    outdated.add(db);
    db.close();
    setTrouble(db.name, 'outdated');
    // Replaces Dexie's own listener, which would let the next read open it again.
    return false;
  });
  db.on('ready', () => refuseNewer(db), true);
  db.on('close', () => void watched.delete(db));
  listenOnce();
  const open = db.open.bind(db);
  db.open = () => {
    const opened = open();
    watchOpening(db, opened);
    return opened;
  };
}

export function isOutdated(db: Dexie): boolean {
  return outdated.has(db);
}

/** Whether nothing could be read from it since the page started, and waiting does not help. */
export function isUnreadable(db: Dexie): boolean {
  const kind = findTrouble(db.name)?.kind;
  return !wereOpen.has(db) && (kind === 'newer' || kind === 'full' || kind === 'broken');
}

function refuseNewer(db: Dexie): void {
  const version = db.backendDB().version;
  if (version >= (db.verno + 1) * STEPS_A_VERSION) throw new NewerStorage(`${db.name}: ${version}`);
}

function watchOpening(db: Dexie, opened: PromiseLike<unknown>): void {
  if (opening.has(db) || db.isOpen()) return;
  opening.add(db);
  const timer = setTimeout(() => void tellWhyNot(db), OPEN_PATIENCE_MS);
  const end = (kind?: StorageTrouble['kind']) => {
    opening.delete(db);
    clearTimeout(timer);
    if (!outdated.has(db)) setTrouble(db.name, kind);
  };
  opened.then(
    () => {
      wereOpen.add(db);
      end();
      watchRead(db);
      watched.add(db);
    },
    (error: unknown) => end(troubleOf(error)),
  );
}

let isListening = false;

/** After a long sleep, too, a database that was open may answer nothing any more. A worker never hears of a page. */
function listenOnce(): void {
  if (isListening || typeof addEventListener === 'undefined') return;
  isListening = true;
  addEventListener('visibilitychange', () => {
    const { document } = globalThis as { document?: { visibilityState: string } };
    if (document?.visibilityState !== 'visible') return;
    for (const db of watched) if (db.isOpen() && !reading.has(db)) watchRead(db);
  });
}

/**
 * An open database can still hang: WebKit opens one whose transactions never begin. Goes over all tables, because a
 * transaction that never ends holds only its own.
 */
function watchRead(db: Dexie): void {
  const [table] = db.tables;
  if (!table) return;
  reading.add(db);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    setTrouble(db.name, 'stuck');
  }, READ_PATIENCE_MS);
  const end = () => {
    reading.delete(db);
    clearTimeout(timer);
    if (isLate && !opening.has(db) && !outdated.has(db)) setTrouble(db.name);
  };
  // A read that fails was answered; whoever needs what it read is told.
  db.transaction('r', db.tables, () => table.limit(1).primaryKeys()).then(end, end);
}

/**
 * Goes by the version that is there, because Chromium sends `blocked` only to the first tab that waits, and not again
 * after a reload. A browser that does not tell the version either is stuck.
 */
async function tellWhyNot(db: Dexie): Promise<void> {
  setTrouble(db.name, 'stuck');
  if (!indexedDB.databases) return;
  try {
    const databases = await indexedDB.databases();
    const version = databases.find(({ name }) => name === db.name)?.version ?? Infinity;
    if (opening.has(db) && version < db.verno * STEPS_A_VERSION) setTrouble(db.name, 'blocked');
  } catch (error) {
    console.warn('This browser does not list its databases:', error);
  }
}

/** What a failed opening means; undefined if the browser stores nothing at all or we closed the database ourselves. */
function troubleOf(error: unknown): StorageTrouble['kind'] | undefined {
  if (isStorageRefused(error) || isClosedByUs(error)) return undefined;
  if (error instanceof NewerStorage) return 'newer';
  return isQuotaExceeded(error) ? 'full' : 'broken';
}

const isClosedByUs = (error: unknown) =>
  error instanceof Error && error.name === 'DatabaseClosedError';
