import { Dexie } from 'dexie';
import { sayLastWords } from '../../lib/last-words.ts';

/** Transactions of this page or worker that neither completed nor were aborted. */
const running = new Set<IDBTransaction>();
/** Databases that are open or opening. */
const inUse = new Set<Dexie>();
/** Resolves when the page is back; undefined while it is here. */
let away: PromiseWithResolvers<void> | undefined;
let endings = 0;

/** IndexedDB as Dexie gets it, so that every transaction is known, also those by which Dexie opens a database. */
export const followed = {
  cmp: (one, other) => indexedDB.cmp(one, other),
  databases: () => indexedDB.databases(),
  deleteDatabase: (name) => indexedDB.deleteDatabase(name),
  open(name, version) {
    const opening = indexedDB.open(name, version);
    opening.addEventListener('upgradeneeded', () => {
      if (opening.transaction) follow(opening.transaction);
    });
    opening.addEventListener('success', () => followAll(opening.result));
    return opening;
  },
} satisfies IDBFactory;

/**
 * Ends the work on the database when its page is left, and lets it begin again when the page is back. WebKit 2.50, the
 * engine of every iPhone, goes on waiting for a transaction whose page is gone: until the browser is closed, no other
 * one begins on these tables, in any page. Only an abort helps; closing waits for what runs. Nothing helps a page that
 * is left in the moment in which it makes a database: WebKit waits for its answer to that.
 */
export function endWithPage(db: Dexie): void {
  listenOnce();
  db.on('close', () => void inUse.delete(db));
  const open = db.open.bind(db);
  db.open = () => {
    // What is asked for while the page is away waits with it, so that nothing fails that only came at a bad moment.
    if (away) return Dexie.Promise.resolve(away.promise).then(() => db.open());
    inUse.add(db);
    return open();
  };
}

/**
 * Aborts what runs and closes every database, each of which opens again when it is next used. What had not completed is
 * undone; nobody was told that it was saved.
 */
export function endTransactions(): void {
  endings += 1;
  for (const transaction of running) abort(transaction);
  running.clear();
  for (const db of inUse) if (db.isOpen()) db.close({ disableAutoOpen: false });
}

/** How often everything was ended so far: work that fails although this has not changed failed for another reason. */
export function countEndings(): number {
  return endings;
}

/** Whether the error can come from an ending. */
export function isEnded(error: unknown): boolean {
  return error instanceof Error && ENDED.has(error.name);
}

/** Names that Dexie and browsers give to what an abort or a closing interrupts. */
const ENDED = new Set([
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'OpenFailedError',
  'PrematureCommitError',
  'TransactionInactiveError',
]);

function followAll(database: IDBDatabase): void {
  const begin = database.transaction.bind(database);
  database.transaction = (...wanted) => follow(begin(...wanted));
}

function follow(transaction: IDBTransaction): IDBTransaction {
  running.add(transaction);
  const forget = () => running.delete(transaction);
  transaction.addEventListener('complete', forget);
  transaction.addEventListener('abort', forget);
  return transaction;
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is being committed: WebKit ends such a one by itself, and others keep what it wrote.
  }
}

let isListening = false;

/** A worker never hears of a page, so for it this does nothing. */
function listenOnce(): void {
  if (isListening || typeof addEventListener === 'undefined') return;
  isListening = true;
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  // Chromium's, which are sent to the document.
  addEventListener('freeze', leave, { capture: true });
  addEventListener('resume', comeBack, { capture: true });
}

function leave(): void {
  sayLastWords();
  // Dexie begins to write what was asked for just now in a task of its own.
  queueMicrotask(() => {
    away ??= Promise.withResolvers();
    endTransactions();
  });
}

function comeBack(): void {
  away?.resolve();
  away = undefined;
}
