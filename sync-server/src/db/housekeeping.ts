import { HOUR_MS } from '@sunloop/shared-types';
import type { Logger } from 'pino';
import type { Orm } from './orm.ts';
import { deleteAged } from './retention.ts';

const BATCH_ROWS = 1000;

/**
 * Deletes what is of no use any more or has been kept as long as the settings say. Several processes may run
 * it at once.
 */
export async function tidy(orm: Orm, isStopped = () => false, batchRows = BATCH_ROWS) {
  return deleteAged(orm.em.fork(), { batchRows, isStopped });
}

/**
 * Sorts rows added since the last time into the index for searches, which find them without it, but more slowly: after a
 * push of thousands, a search took 120 ms instead of 4. Returns how many pages they took; 0 if there is no such index
 * (migration 006) or it is somebody else's.
 */
export async function sortSearchIndex(orm: Orm): Promise<number> {
  const [sorted] = await orm.em.fork().execute<{ pages: number }[]>(`
    select gin_clean_pending_list(oid)::int as pages from pg_class
    where oid = to_regclass('referrals_search') and pg_has_role(relowner, 'usage')`);
  return sorted?.pages ?? 0;
}

/** Milliseconds. An admin who looks for what was just sent notices nothing, and a push is rarely disturbed. */
const SORT_EVERY_MS = 10_000;

/**
 * Tidies once an hour, and sorts the search index far more often, until the returned function is called; a failure is
 * logged and tried again.
 */
export function startHousekeeping(orm: Orm, log: Logger): () => void {
  let isStopped = false;
  const every = (delayMs: number, work: () => Promise<unknown>) =>
    setInterval(() => {
      work().catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
    }, delayMs).unref();
  const timers = [
    every(HOUR_MS, () => tidy(orm, () => isStopped)),
    every(SORT_EVERY_MS, () => sortSearchIndex(orm)),
  ];
  return () => {
    isStopped = true;
    for (const timer of timers) clearInterval(timer);
  };
}
