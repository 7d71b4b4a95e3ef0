import { HOUR_MS } from '@sunloop/shared-types/limits.ts';
import type { Logger } from 'pino';
import { summarizeDay } from './daily-summary.ts';
import { fillSearch } from './fill-search.ts';
import type { Orm } from '../../src/db/orm.ts';
import { updateReportCounts } from '../../src/program/reports/update-counts.ts';
import { deleteAged } from './retention.ts';

const BATCH_ROWS = 1000;

/**
 * Deletes what is of no use any more or has been kept as long as the settings say. Several processes may run
 * it at once.
 */
export async function deleteExpiredRows(orm: Orm, isStopped = () => false, batchRows = BATCH_ROWS) {
  return deleteAged(orm.em.fork(), { batchRows, isStopped });
}

/** Milliseconds. An admin who looks for what was just sent notices nothing, and a push is rarely disturbed. */
const FILL_EVERY_MS = 10_000;

/**
 * Tidies once an hour, and far more often fills the search table and counts for the report, until the returned function is called; a failure is
 * logged and tried again.
 */
export function startHousekeeping(orm: Orm, log: Logger): () => void {
  let isStopped = false;
  const every = (delayMs: number, work: () => Promise<unknown>) =>
    setInterval(() => {
      work().catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
    }, delayMs).unref();
  const timers = [
    every(HOUR_MS, () => deleteExpiredRows(orm, () => isStopped)),
    every(HOUR_MS, () => summarizeDay(orm)),
    every(FILL_EVERY_MS, () => fillSearch(orm)),
    // Little is left to do when somebody looks at the report.
    every(FILL_EVERY_MS, () => updateReportCounts(orm.em.fork())),
  ];
  return () => {
    isStopped = true;
    for (const timer of timers) clearInterval(timer);
  };
}
