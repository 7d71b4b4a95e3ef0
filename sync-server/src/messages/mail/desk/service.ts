import { randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { MailTestAnswer, OutgoingMessage } from '@sunloop/shared-types/messages/admin-mail.ts';
import type { Actor } from '../../../http/context.ts';
import { linkEnded, mailOff, notFound } from '../../../http/errors.ts';
import { writeAudit } from '../../../ground/audit/service.ts';
import { drawLetter } from '../letters/letter.ts';
import type { StoredMessage } from '../compose.ts';
import { type Mail, mailOf, requireMail, waysOf } from '../mail-state.ts';
import { findToken } from '../one-time-links.ts';
import { findLinkWish } from '../prepare-link.ts';
import { adviceOnSilence, faultOf, post } from '../transport.ts';
import { requireUser } from '../../../ground/users/service.ts';
import { requireMessage } from './queries.ts';

const FIND = `
  select kind, user_id as "userId", recipient, data from outgoing_messages where id = ? for update`;
// A program that has got the letter before hides one with the same Message-ID, and with it a new link.
const AGAIN = `
  update outgoing_messages set state = 'waiting', settled_at = null, reason = null, tries = 0, due_at = now(),
    queued_at = now(),
    data = case when :isNew then data - 'link' || jsonb_build_object('again', gen_random_uuid()) else data end
  where id = :id`;

/**
 * Sends a message at once, whatever became of it, and tries for another three days; one with a link gets a new one. A way back
 * keeps its own, which counts from the change it undoes. Throws 404, 409 `mail_off`, and 410 `link_ended` if the link was used
 * or nobody may have it any more.
 */
export async function sendAgain(
  em: SqlEntityManager,
  actor: Actor,
  id: string,
): Promise<OutgoingMessage> {
  const mail = mailOf(em);
  if (!waysOf(em)) throw mailOff();
  return em.transactional(async (tx) => {
    const [message] = await tx.execute<StoredMessage[]>(FIND, [id]);
    if (!message) throw notFound('There is no such message');
    const isNew = mail !== undefined && (await mayHaveNewLink(tx, mail, message));
    await tx.execute(AGAIN, { id, isNew });
    const line = { userId: actor.userId, action: 'message.send_again', entity: 'message' };
    writeAudit(tx, actor, { ...line, entityId: id });
    return requireMessage(tx, id);
  });
}

/** Whether the message gets a link, and a new one; throws 410 if its link is over. */
async function mayHaveNewLink(
  tx: SqlEntityManager,
  mail: Mail,
  message: StoredMessage,
): Promise<boolean> {
  const { link, ...data } = message.data;
  const wish = await findLinkWish(tx, { ...message, data });
  if (!wish) return false;
  if (wish.kind === 'undo' && link !== undefined) {
    if ((await findToken(tx, mail, link)) === undefined) throw linkEnded(LINK_OVER);
    return false;
  }
  if (!wish.mayBeNew) throw linkEnded(LINK_OVER);
  return true;
}

const LINK_OVER = 'Its link was used, or this address is not the person’s any more';

/** Less than a request may take. Milliseconds. */
const TEST_MS = 8000;
const TOO_SLOW = `The mail server did not take it within ${TEST_MS / 1000} seconds`;
const tooSlow = (smtpUrl: string) =>
  new URL(smtpUrl).port === '465'
    ? [TOO_SLOW, adviceOnSilence(smtpUrl)].filter(Boolean).join(': ')
    : TOO_SLOW;

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
    const answer = signal.aborted ? tooSlow(mail.smtpUrl) : faultOf(error, mail).reason;
    return { isSent: false, answer };
  }
}
