import { DAY_MS, HOUR_MS } from '@sunloop/shared-types';
import type { Logger } from 'pino';
import type { Orm } from './orm.ts';

/** No limit counts over a longer window, so older counters say nothing. */
const RATE_LIMIT_KEPT_MS = DAY_MS;

/** Deletes what has no meaning any more: ended sessions and old counters. Safe from several processes. */
export async function tidy(orm: Orm): Promise<void> {
  const em = orm.em.fork();
  await em.execute('delete from sessions where expires_at < now()');
  await em.execute(
    'delete from rate_limits where window_start < now() - make_interval(secs => ?)',
    [RATE_LIMIT_KEPT_MS / 1000],
  );
}

/** Tidies once an hour until the returned function is called; a failure is logged and tried again. */
export function startHousekeeping(orm: Orm, log: Logger): () => void {
  const timer = setInterval(() => {
    tidy(orm).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
  }, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
