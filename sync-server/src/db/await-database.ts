import { setTimeout } from 'node:timers/promises';
import { isDatabaseAway } from './database-away.ts';
import type { Orm } from './orm.ts';
import { adviceOnCertificate } from './certificate-advice.ts';
import { adviceOnLimits, isPoolersRefusal } from './require-sessions.ts';

export interface DatabaseWait {
  /** How long a database that cannot be reached is waited for; milliseconds. */
  readonly waitMs: number;
  /** Called with a line for the operator at each try that failed. */
  readonly report: (line: string) => void;
}

const PAUSE_MS = 1000;

/**
 * Waits until the database answers: it may start beside this process, or be slow after a failover. Throws its last
 * failure when the time is up, and at once any failure that waiting does not mend, such as a wrong password, a certificate nobody
 * vouches for or a pooler's refusal.
 */
export async function awaitDatabase(orm: Orm, { waitMs, report }: DatabaseWait): Promise<void> {
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      await orm.em.fork().execute('select 1');
      return;
    } catch (error) {
      if (isPoolersRefusal(error)) throw adviceOnLimits(error);
      const advice = adviceOnCertificate(error);
      if (advice !== undefined) throw new Error(advice, { cause: error });
      if (!isDatabaseAway(error) || performance.now() >= until) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      report(`The database does not answer yet; trying again (${reason})`);
      await setTimeout(PAUSE_MS);
    }
  }
}
