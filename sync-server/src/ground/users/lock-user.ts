import type { SqlEntityManager } from '@mikro-orm/postgresql';

/**
 * Locks a user's row until the transaction ends, so that work on one user takes turns. Inserting rows that
 * only refer to it, such as a new session, is not held up.
 */
export async function lockUser(tx: SqlEntityManager, userId: string): Promise<void> {
  await lockUsers(tx, [userId]);
}

/** The same for several, in the order of ids, so that two such calls never deadlock. */
export async function lockUsers(tx: SqlEntityManager, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const sql = 'select 1 from users where id in (?) order by id for no key update';
  await tx.execute(sql, [[...userIds]]);
}
