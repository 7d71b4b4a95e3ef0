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

/** Tidies once an hour until the returned function is called; a failure is logged and tried again. */
export function startHousekeeping(orm: Orm, log: Logger): () => void {
  let isStopped = false;
  const timer = setInterval(() => {
    tidy(orm, () => isStopped).catch((error: unknown) =>
      log.warn({ err: error }, 'housekeeping failed'),
    );
  }, HOUR_MS);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
