import { randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { HOUR_MS } from '@sunloop/shared-types';
import { queueMessages } from './queue-messages.ts';

/** Asks the owner of an address to confirm it, once an hour for one address unless `again`. The user's row must have been flushed. */
export async function askConfirmation(
  tx: SqlEntityManager,
  { userId, email, again = false }: { userId: string; email: string; again?: boolean },
): Promise<void> {
  const time = again ? randomUUID() : Math.floor(Date.now() / HOUR_MS);
  const key = `confirm:${userId}:${email.toLowerCase()}:${time}`;
  await queueMessages(tx, [{ kind: 'confirm_email', userId, key, data: {}, to: email }]);
}

/** Ends links that were sent to a person's addresses before, but for ways back. */
export async function endLinks(tx: SqlEntityManager, userId: string): Promise<void> {
  const sql = `delete from one_time_links where user_id = ? and kind <> 'undo'`;
  await tx.execute(sql, [userId]);
}
