import type { Orm } from '../db/orm.ts';

/**
 * Stops the database from counting referrals: for tests whose transactions write rows of one user at the same
 * time, which the counts would make wait. The server's own never do, because they take turns at the user's
 * row.
 */
export async function stopCounting(orm: Orm): Promise<void> {
  for (const change of ['added', 'changed', 'removed']) {
    await orm.em.fork().execute(`alter table referrals disable trigger referrals_count_${change}`);
  }
}
