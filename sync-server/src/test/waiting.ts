import { vi } from 'vitest';
import type { TestDatabase } from './database.ts';

const WAIT = { timeout: 60_000, interval: 10 };

/** Resolves when some statement on this database waits for a lock that another transaction holds. */
export async function waitUntilBlocked({ orm }: Pick<TestDatabase, 'orm'>): Promise<void> {
  const isBlocked = async () => {
    const rows = await orm.em.fork().execute(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };
  await vi.waitUntil(isBlocked, WAIT);
}

/** Whether a call waits for a lock or finishes without one. */
export async function waitsOrEnds(
  database: Pick<TestDatabase, 'orm'>,
  call: Promise<unknown>,
): Promise<'waits' | 'ends'> {
  const ended = call.then(() => 'ends' as const);
  return Promise.race([ended, waitUntilBlocked(database).then(() => 'waits' as const)]);
}
