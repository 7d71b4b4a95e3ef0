import { randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { HOUR_MS } from '@sunloop/shared-types/limits.ts';
import { queueMessages } from './queue-messages.ts';

/**
 * Asks the owner of an address to confirm it, once an hour for one address unless `again`. The user's row must have been
 * flushed.
 */
export async function askConfirmation(
  tx: SqlEntityManager,
  { userId, email, again = false }: { userId: string; email: string; again?: boolean },
): Promise<void> {
  const time = again ? randomUUID() : Math.floor(Date.now() / HOUR_MS);
  const key = `confirm:${userId}:${email.toLowerCase()}:${time}`;
  await queueMessages(tx, [{ kind: 'confirm_email', userId, key, data: {}, to: email }]);
}
