import type { SqlEntityManager } from '@mikro-orm/postgresql';

/**
 * Locks a user's row until the transaction ends, so that work on one user takes turns. Inserting rows that
 * only refer to it, such as a new session, is not held up.
 */
export async function lockUser(tx: SqlEntityManager, userId: string): Promise<void> {
  await tx.execute('select 1 from users where id = ? for no key update', [userId]);
}
