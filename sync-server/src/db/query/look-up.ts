import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Statement } from './format-statement.ts';
import { runnerOf } from './statement.ts';
import { Batcher } from './batcher.ts';

/** Makes, on first use, a value that all EntityManagers of one database share. */
export function forEachDatabase<T>(make: (em: SqlEntityManager) => T): (em: SqlEntityManager) => T {
  const made = new WeakMap<object, T>();
  return (em) => {
    const known = made.get(em.config);
    if (known !== undefined) return known;
    // Not the caller's own, which ends with their request.
    const fresh = make(em.fork({ clear: true, disableTransactions: true }));
    made.set(em.config, fresh);
    return fresh;
  };
}

/**
 * More than can wait: with fewer, a busy server would answer only so many look-ups a second, whatever it has left to do
 * them with, and whoever came last would wait for all before.
 */
const LOOK_UPS_MAX = 5000;

/**
 * Looks up the row for a key. Keys asked for while a look-up runs are looked up together after it, by one
 * statement whose `$1` is the list of keys and whose rows have a `key` column: as fresh as separate look-ups,
 * at a fraction of the cost.
 */
export function lookUpBy<Row extends { readonly key: string }>(statement: Statement) {
  const find = (em: SqlEntityManager, keys: readonly string[]) =>
    runnerOf(em)<Row>(statement, [[...new Set(keys)]]);
  const sharedOf = forEachDatabase(
    (em) =>
      new Batcher<string, { row: Row | undefined }>({
        most: LOOK_UPS_MAX,
        keysOf: () => [],
        store: async (keys) => {
          const rows = new Map((await find(em, keys)).map((row) => [row.key, row]));
          return keys.map((key) => ({ row: rows.get(key) }));
        },
      }),
  );
  return async (em: SqlEntityManager, key: string): Promise<Row | undefined> => {
    const found = await sharedOf(em).add(key);
    if (found) return found.row;
    const [row] = await find(em, [key]);
    return row;
  };
}
