import { AsyncLocalStorage } from 'node:async_hooks';
import type * as userDbs from '../../src/data/user-db.ts';
import type { UserDb } from '../../src/data/user-db.ts';
import type { Removal } from '../../src/sync/outbox/change-row.ts';
import type { SyncDeps } from '../../src/sync/ground/deps.ts';
import { abortTransactions } from './raw-storage.ts';

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
  /** What undo would bring back here. */
  readonly removed: { name: string; removed: Removal }[] = [];
  /** Dialogs open here: what they showed, by tag. */
  readonly dialogs = new Map<string, string>();
  /** Where a file is being sent whose dialog is open here. */
  watched: UserDb | undefined;
  readonly deps: SyncDeps;
  readonly #dbs = new Map<string, UserDb>();
  readonly #onKill: (() => void)[] = [];

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

  kill(): void {
    this.isDead = true;
    for (const db of this.#dbs.values()) {
      abortTransactions(db);
      const close = db.close.bind(db, { disableAutoOpen: true });
      const open = () => Promise.reject(new TabKilled());
      close();
      Object.assign(db, { open, close });
    }
    for (const work of this.#onKill.splice(0)) work();
  }
}

/** `data/user-db.ts` with one connection per tab instead of one per realm. */
export function withTabs(actual: typeof userDbs): typeof userDbs {
  makeDb = (userId) => new actual.UserDb(userId);
  const openUserDb = (userId: string) => currentTab()?.db(userId) ?? actual.openUserDb(userId);
  return { ...actual, openUserDb };
}
