import type { SqlEntityManager } from '@mikro-orm/postgresql';

/**
 * Ends what devices of a user sealed for others to carry, in the caller's transaction and before their sessions: whoever has
 * locked the user takes them in this order, and in the other one two would wait for each other.
 */
export async function endHandovers(tx: SqlEntityManager, userId: string): Promise<void> {
  const sql = 'update users set handover_generation = handover_generation + 1 where id = ?';
  await tx.execute(sql, [userId]);
}

/**
 * Ends a user's sessions in the caller's transaction, all but the one with the key `except`, and returns how many
 * there were. What devices sealed in them for others to carry ends, too.
 */
export async function endSessions(
  tx: SqlEntityManager,
  userId: string,
  except?: string,
): Promise<number> {
  await endHandovers(tx, userId);
  const ended = await tx.execute<{ id: string }[]>(
    'delete from sessions where user_id = ? and id <> ? returning id',
    [userId, except ?? ''],
  );
  return ended.length;
}
