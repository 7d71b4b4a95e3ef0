import type { UserDb } from '../../data/user-db.ts';
import { backoffMs, isPauseOver } from '../ground/backoff.ts';
import type { SyncDeps } from '../ground/deps.ts';

/** A verdict this tab could not store. */
interface UnstoredVerdict {
  store: () => Promise<unknown>;
  failures: number;
  nextAt: number;
}

/**
 * Entries whose verdict came but could not be stored, as on a full device. They are not sent again while this tab
 * lives, because they would hold up everything after them; sending them again after that is harmless.
 */
const unsettled = new WeakMap<UserDb, Map<number, UnstoredVerdict>>();

let owedKey = 0;

/** A key for a verdict without an entry, which only the screen still needs. */
export function newOwedKey(): number {
  owedKey -= 1;
  return owedKey;
}

/** Keys of entries that wait for this device's storage instead of the server. */
export function unsettledKeys(db: UserDb): ReadonlySet<number> {
  return new Set(unsettled.get(db)?.keys());
}

/** When the first of them is tried again, in epoch milliseconds; null if there are none. */
export function nextSettlingAt(db: UserDb): number | null {
  const times = [...(unsettled.get(db)?.values() ?? [])].map(({ nextAt }) => nextAt);
  return times.length === 0 ? null : Math.min(...times);
}

/** Stores the verdict on an entry, now or as soon as this device can. */
export async function settleOrKeep(
  db: UserDb,
  key: number,
  store: () => Promise<unknown>,
  deps: SyncDeps,
): Promise<void> {
  const kept = unsettled.get(db) ?? new Map<number, UnstoredVerdict>();
  try {
    await store();
    kept.delete(key);
  } catch (error) {
    const failures = (kept.get(key)?.failures ?? 0) + 1;
    const nextAt = deps.now() + backoffMs(failures, deps.random());
    kept.set(key, { store, failures, nextAt });
    unsettled.set(db, kept);
    console.warn('What became of sent rows could not be stored yet:', error);
  }
}

/** Tries again to store what is due. */
export async function settleDue(db: UserDb, deps: SyncDeps): Promise<void> {
  for (const [key, { store, nextAt }] of unsettled.get(db) ?? []) {
    if (isPauseOver(nextAt, deps.now())) await settleOrKeep(db, key, store, deps);
  }
}
