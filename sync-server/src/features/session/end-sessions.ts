import type { SqlEntityManager } from '@mikro-orm/postgresql';

/** Ends a user's sessions in the caller's transaction, all but the one with the key `except`. */
export async function endSessions(
  tx: SqlEntityManager,
  userId: string,
  except?: string,
): Promise<void> {
  await tx.execute('delete from sessions where user_id = ? and id <> ?', [userId, except ?? '']);
}
