import { AsyncLocalStorage } from 'node:async_hooks';
import type * as dexie from 'dexie';
import type * as userDbs from '../../src/data/user-db.ts';
import type { UserDb } from '../../src/data/user-db.ts';
import type { fakeWindow } from '../../src/test/fake-window.ts';
import type { Removal } from '../../src/sync/outbox/change-row.ts';
import type { SyncDeps } from '../../src/sync/ground/deps.ts';
import { abortTransactions } from './raw-storage.ts';

/** An open page of the app, with its timers and live queries. */
interface Page extends Omit<ReturnType<typeof fakeWindow>, 'window'> {
  /** Whose page it is; null while nobody is signed in. */
  userId: string | null;
  stop: () => void;
}

export class TabKilled extends Error {
  override readonly name = 'TabKilled';
}

/** Set when the module is replaced; importing it here would be circular. */
let makeDb: ((userId: string) => UserDb) | undefined;

const here = new AsyncLocalStorage<Tab>();

/** The tab whose work is running; browser APIs act for that tab alone. */
export function currentTab(): Tab | undefined {
  return here.getStore();
}

/**
 * A page or the worker: its own connections and memory. All tabs of a run share the modules, so everything a killed tab
 * could continue with throws, and it has no further effect.
 */
export class Tab {
  isDead = false;
  isFrozen = false;
  /** What undo would bring back here. */
  readonly removed: { name: string; removed: Removal }[] = [];
  /** Dialogs open here: what they showed, by tag. */
  readonly dialogs = new Map<string, string>();
  /** What is open here, in runs with pages. */
  page: Page | undefined;
  /** Where a file is being sent whose dialog is open here. */
  watched: UserDb | undefined;
  readonly deps: SyncDeps;
  readonly #dbs = new Map<string, UserDb>();
  readonly #onKill: (() => void)[] = [];
  readonly #onThaw: (() => void)[] = [];

  constructor(deps: SyncDeps) {
    this.deps = deps;
  }

  db(userId: string): UserDb {
    const known = this.#dbs.get(userId);
    if (known) return known;
    if (!makeDb) throw new Error('The test file does not replace data/user-db.ts');
    const db = makeDb(userId);
    this.#dbs.set(userId, db);
    return db;
  }

  run<T>(work: () => T): T {
    return here.run(this, work);
  }

  /** Runs `work` when this tab dies. */
  onKill(work: () => void): void {
    this.#onKill.push(work);
  }

  /** iOS does it in the background. */
  closeConnections(): void {
    for (const db of this.#dbs.values()) db.close({ disableAutoOpen: false });
  }

  /** The browser clears a database, which ends its connections and their transactions. */
  loseDatabase(userId: string): void {
    const db = this.#dbs.get(userId);
    if (!db) return;
    abortTransactions(db);
    db.close({ disableAutoOpen: false });
  }

  /** Nothing of this tab goes on until it is thawed. */
  freeze(): void {
    this.isFrozen = true;
  }

  thaw(): void {
    this.isFrozen = false;
    for (const work of this.#onThaw.splice(0)) work();
  }

  /** Runs `work` once this tab is not frozen. */
  whenThawed(work: () => void): void {
    if (this.isFrozen) this.#onThaw.push(work);
    else work();
  }

  kill(): void {
    this.page?.stop();
    this.isDead = true;
    for (const db of this.#dbs.values()) {
      abortTransactions(db);
      const close = db.close.bind(db, { disableAutoOpen: true });
      const open = () => Promise.reject(new TabKilled());
      close();
      Object.assign(db, { open, close });
    }
    for (const work of this.#onKill.splice(0)) work();
    // Others may have joined what waits here.
    this.thaw();
  }
}

/** `data/user-db.ts` with one connection per tab instead of one per realm. */
export function withTabs(actual: typeof userDbs): typeof userDbs {
  makeDb = (userId) => new actual.UserDb(userId);
  const openUserDb = (userId: string) => currentTab()?.db(userId) ?? actual.openUserDb(userId);
  return { ...actual, openUserDb };
}

/** Dexie, whose live queries belong to the tab that made them, whoever wrote what they read. */
export function withTabQueries(actual: typeof dexie): typeof dexie {
  const liveQuery: typeof dexie.liveQuery = (read) => {
    const tab = currentTab();
    if (!tab) return actual.liveQuery(read);
    const query = actual.liveQuery(() => tab.run(read));
    type Next = (value: unknown) => void;
    const subscribe = (next: Next, fail?: Next) =>
      query.subscribe(
        (value) => tab.run(() => next(value)),
        (error) => tab.run(() => fail?.(error)),
      );
    // The engine hands over functions, never an observer.
    return { ...query, subscribe: subscribe as typeof query.subscribe };
  };
  return { ...actual, liveQuery };
}
