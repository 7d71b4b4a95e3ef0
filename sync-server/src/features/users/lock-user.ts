import type { SqlEntityManager } from '@mikro-orm/postgresql';

/**
 * Locks a user's row until the transaction ends, so that what is done to one user takes turns. Not against
 * rows that only point at it, such as a session that starts.
 */
export async function lockUser(tx: SqlEntityManager, userId: string): Promise<void> {
  await tx.execute('select 1 from users where id = ? for no key update', [userId]);
}
