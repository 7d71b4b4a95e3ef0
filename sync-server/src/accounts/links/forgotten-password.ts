import { randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { requireMail } from '../../messages/mail/mail-state.ts';

const ASK = `
  insert into outgoing_messages (key, kind, recipient, data, state)
  values (:key, 'password_reset', :email, '{}', 'waiting')`;

/**
 * Notes that somebody forgot the password of this address. Whether it is anybody's is looked up when the message is sent,
 * so the answer and its time are the same for all. Throws 409 `mail_off` where there is no mail.
 */
export async function askPasswordReset(em: SqlEntityManager, email: string): Promise<void> {
  requireMail(em);
  await em.execute(ASK, { key: `reset:${randomUUID()}`, email });
}
