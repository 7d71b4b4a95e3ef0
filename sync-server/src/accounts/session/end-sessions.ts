import type { SqlEntityManager } from '@mikro-orm/postgresql';

/**
 * Ends a user's sessions in the caller's transaction, all but the one with the key `except`, and returns how many
 * there were. What devices sealed in them for others to carry ends, too.
 */
export async function endSessions(
  tx: SqlEntityManager,
  userId: string,
  except?: string,
): Promise<number> {
  // The user first, as whoever has locked the user before does; the other way around, two of them would wait for each other.
  await tx.execute('update users set handover_generation = handover_generation + 1 where id = ?', [
    userId,
  ]);
  const ended = await tx.execute<{ id: string }[]>(
    'delete from sessions where user_id = ? and id <> ? returning id',
    [userId, except ?? ''],
  );
  return ended.length;
}
