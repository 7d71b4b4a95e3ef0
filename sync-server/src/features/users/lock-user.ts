import type { SqlEntityManager } from '@mikro-orm/postgresql';

/**
 * Locks a user's row until the transaction ends, so that work on one user takes turns. Rows that only point at it,
 * such as a starting session, are not held up.
 */
export async function lockUser(tx: SqlEntityManager, userId: string): Promise<void> {
  await tx.execute('select 1 from users where id = ? for no key update', [userId]);
}
