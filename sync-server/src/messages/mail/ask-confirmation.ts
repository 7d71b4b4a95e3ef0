import { randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DAY_MS, HOUR_MS } from '@sunloop/shared-types/limits.ts';
import { rateLimited } from '../../http/errors.ts';
import { queueMessages } from './queue-messages.ts';

/**
 * Asks the owner of an address to confirm it, once a day for one address unless `again`, which throws 429 if the address has
 * got enough. The user's row must have been flushed.
 */
export async function askConfirmation(
  tx: SqlEntityManager,
  { userId, email, again = false }: { userId: string; email: string; again?: boolean },
): Promise<void> {
  const time = again ? randomUUID() : Math.floor(Date.now() / DAY_MS);
  const key = `confirm:${userId}:${email.toLowerCase()}:${time}`;
  const message = { kind: 'confirm_email' as const, userId, key, data: {}, to: email };
  const written = await queueMessages(tx, [{ ...message, isAskedFor: again }]);
  if (again && written === 0) throw rateLimited(HOUR_MS / 1000);
}
