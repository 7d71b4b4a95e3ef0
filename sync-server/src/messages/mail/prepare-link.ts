import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { MailKind } from '@sunloop/shared-types/messages/mail.ts';
import type { StoredMessage } from './compose.ts';
import type { Mail } from './mail-state.ts';
import { findToken, type LinkKind, makeLink } from './one-time-links.ts';

const LINKS: Readonly<Partial<Record<MailKind, LinkKind>>> = {
  confirm_email: 'confirm',
  password_reset: 'reset',
  invitation: 'invitation',
};

const linkKindOf = ({ kind, data }: StoredMessage): LinkKind | undefined =>
  kind === 'account_changed' && data['what'] === 'email' && data['hasNoWayBack'] !== true
    ? 'undo'
    : LINKS[kind];

const FIND_OWNER = `
  select id as "userId", email as recipient from users
  where lower(email) = lower(?) and is_active = 'true' and erased_at is null`;

/**
 * Whom a forgotten password is about is looked up here and not in the request, which so takes the same time for everybody. It
 * goes to the address as it is stored: another spelling might be another person's.
 */
async function findOwner(em: SqlEntityManager, { userId, recipient }: StoredMessage) {
  if (userId !== null) return { userId, recipient };
  const [owner] = await em.execute<{ userId: string; recipient: string }[]>(FIND_OWNER, [
    recipient,
  ]);
  return owner;
}

const NOTE_LINK = `
  update outgoing_messages set user_id = :userId, recipient = :recipient,
    data = data || jsonb_build_object('link', :link::text)
  where id = :id`;

// Until it has its link nobody ends it: whoever ends links waits for the user's row.
const STILL_THERE = `
  select created_at::text as "queuedAt" from outgoing_messages where id = :id and data->'isOver' is null`;

/**
 * Makes the link of a message when it is sent, so that its time counts from then; a link that still works stays. Answers the
 * message with its user and link; undefined if it is for nobody, or its link was used or ended.
 */
export async function prepareLink<Message extends StoredMessage & { readonly id: string }>(
  em: SqlEntityManager,
  mail: Mail,
  message: Message,
): Promise<(Message & { readonly userId: string }) | undefined> {
  const owner = await findOwner(em, message);
  if (!owner) return undefined;
  const kind = linkKindOf(message);
  const isOpen = async () => (await findToken(em, mail, message.data['link'])) !== undefined;
  if (kind === undefined || (await isOpen())) return { ...message, ...owner };
  const { id } = message;
  const { userId, recipient: email } = owner;
  return em.transactional(async (tx) => {
    await tx.execute('select 1 from users where id = ? for no key update', [userId]);
    const [there] = await tx.execute<{ queuedAt: string }[]>(STILL_THERE, { id });
    if (!there) return undefined;
    const since = kind === 'undo' ? { since: there.queuedAt } : {};
    const link = await makeLink(tx, mail, { kind, userId, email, ...since });
    await tx.execute(NOTE_LINK, { id, ...owner, link });
    return { ...message, ...owner, data: { ...message.data, link } };
  });
}
