import { randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { MailTestAnswer, OutgoingMessage } from '@sunloop/shared-types/messages/admin-mail.ts';
import type { Actor } from '../../../http/context.ts';
import { mailOff, notFound, RequestError } from '../../../http/errors.ts';
import { writeAudit } from '../../../ground/audit/service.ts';
import { drawLetter } from '../letters/letter.ts';
import { requireMail, waysOf } from '../mail-state.ts';
import { faultOf, post } from '../transport.ts';
import { requireUser } from '../../../ground/users/service.ts';
import { requireMessage } from './queries.ts';

const AGAIN = `
  update outgoing_messages set state = 'waiting', settled_at = null, reason = null, tries = 0, due_at = now(),
    queued_at = now()
  where id = ? and data->'isOver' is null returning id`;

/**
 * Sends a message at once, whatever became of it, and tries for another three days. Throws 404, 409 `mail_off`, and 410
 * `link_ended` if the link in it was used or ended.
 */
export async function sendAgain(
  em: SqlEntityManager,
  actor: Actor,
  id: string,
): Promise<OutgoingMessage> {
  if (!waysOf(em)) throw mailOff();
  return em.transactional(async (tx) => {
    const found = await tx.execute<object[]>(AGAIN, [id]);
    if (found.length === 0) throw (await hasMessage(tx, id)) ? linkOver() : noSuchMessage();
    const line = { userId: actor.userId, action: 'message.send_again', entity: 'message' };
    writeAudit(tx, actor, { ...line, entityId: id });
    return requireMessage(tx, id);
  });
}

const hasMessage = async (em: SqlEntityManager, id: string) =>
  (await em.execute('select 1 from outgoing_messages where id = ?', [id])).length > 0;
const noSuchMessage = () => notFound('There is no such message');
const linkOver = () =>
  new RequestError(
    'link_ended',
    'Its link was used or is not needed any more, so it is not sent again',
  );

/** Less than a request may take. Milliseconds. */
const TEST_MS = 8000;
const TOO_SLOW = `The mail server did not take it within ${TEST_MS / 1000} seconds`;

/** Sends a test to the admin's own address, and answers what the mail server says. Throws 409 `mail_off`. */
export async function testMail(em: SqlEntityManager, actor: Actor): Promise<MailTestAnswer> {
  const mail = requireMail(em);
  const { email } = await requireUser(em, actor.userId);
  writeAudit(em, actor, { userId: actor.userId, action: 'mail.test', entity: 'mail' });
  await em.flush();
  if (mail.smtpUrl === undefined)
    return { isSent: false, answer: 'There is no SMTP_URL: messages are kept to be read here' };
  const letter = drawLetter({
    subject: 'Test message',
    blocks: ['This server can send messages to this address.'],
    footer: [`${mail.from.name}, ${new URL(mail.origin).host}`],
  });
  const signal = AbortSignal.timeout(TEST_MS);
  try {
    const posting = { ...letter, mailOff: undefined, to: email, id: randomUUID() };
    return { isSent: true, answer: await post(mail, posting, signal) };
  } catch (error) {
    return { isSent: false, answer: signal.aborted ? TOO_SLOW : faultOf(error).reason };
  }
}
