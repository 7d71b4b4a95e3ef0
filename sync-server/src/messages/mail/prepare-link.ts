import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { MailKind } from '@sunloop/shared-types/messages/mail.ts';
import type { StoredMessage } from './compose.ts';
import { mayBeSent } from './limit-letters.ts';
import type { Mail } from './mail-state.ts';
import { type LinkKind, makeLink, renewLink } from './one-time-links.ts';

const LINKS: Readonly<Partial<Record<MailKind, LinkKind>>> = {
  confirm_email: 'confirm',
  password_reset: 'reset',
  invitation: 'invitation',
};

const linkKindOf = ({ kind, data }: StoredMessage): LinkKind | undefined =>
  kind === 'account_changed' && data['what'] === 'email' && data['hasNoWayBack'] !== true
    ? 'undo'
    : LINKS[kind];

interface Owner {
  readonly userId: string;
  /** As the account has it. */
  readonly email: string;
  readonly pendingEmail: string | null;
  readonly isConfirmed: boolean;
}

const FIND_OWNER = `
  select id as "userId", email, pending_email as "pendingEmail", email_confirmed_at is not null as "isConfirmed"
  from users where is_active = 'true' and erased_at is null and case when :userId::uuid is null
    then lower(email) = lower(:recipient) else id = :userId::uuid end`;

async function findOwner(em: SqlEntityManager, message: StoredMessage): Promise<Owner | undefined> {
  const { userId, recipient } = message;
  const [owner] = await em.execute<Owner[]>(FIND_OWNER, { userId, recipient });
  return owner;
}

const isSame = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase();

/**
 * Whether a message may have a link that was not made yet or, of a forgotten password, has ended. Another one that was made and
 * does not work any more was used, and gets no second life by a second try; nor does an address that is the account's no more.
 */
function mayHaveLink(message: StoredMessage, owner: Owner): boolean {
  const { recipient, data } = message;
  if (data['isOver'] === true) return false;
  const kind = linkKindOf(message);
  const { email, pendingEmail, isConfirmed } = owner;
  const isOwn = isSame(recipient, email);
  if (kind === 'reset') return isOwn;
  if (data['link'] !== undefined) return false;
  if (kind === 'invitation') return isOwn && !isConfirmed;
  return kind === 'undo' || (isOwn && !isConfirmed) || isSame(recipient, pendingEmail);
}

const NOTE_LINK = `
  update outgoing_messages set user_id = :userId, recipient = :recipient,
    data = data || jsonb_build_object('link', :link::text)
  where id = :id`;

const STILL_THERE = `
  select created_at::text as "createdAt" from outgoing_messages where id = ? and data->'isOver' is null`;

type Addressed<Message> = Message & { readonly userId: string };

/**
 * Makes the link of a message when it is sent, so that its time counts from then; one that still works gets its time anew. Whom
 * a forgotten password is about is looked up here and not in the request, which so takes the same time for everybody, and its
 * letter goes to the address as it is stored: another spelling might be another person's. Answers the message with its user
 * and link; undefined if it is for nobody, or its link may not be made.
 */
export async function prepareLink<Message extends StoredMessage & { readonly id: string }>(
  em: SqlEntityManager,
  mail: Mail,
  message: Message,
): Promise<Addressed<Message> | undefined> {
  const kind = linkKindOf(message);
  if (kind === undefined)
    return message.userId === null ? undefined : { ...message, userId: message.userId };
  const owner = await findOwner(em, message);
  if (!owner) return undefined;
  const { userId, email } = owner;
  const recipient = message.userId === null ? email : message.recipient;
  const { id, data } = message;
  if (await renewLink(em, mail, { id: data['link'], kind }))
    return { ...message, userId, recipient };
  if (!mayHaveLink(message, owner) || !(await isWithinLimits(em, message, owner))) return undefined;
  const link = await em.transactional(async (tx) => {
    // Whoever ends links has locked the user: a message that they ended meanwhile gets none.
    await tx.execute('select 1 from users where id = ? for no key update', [userId]);
    const [there] = await tx.execute<{ createdAt: string }[]>(STILL_THERE, [id]);
    if (!there) return undefined;
    const since = kind === 'undo' ? { since: there.createdAt } : {};
    const made = await makeLink(tx, mail, { kind, userId, email: recipient, ...since });
    await tx.execute(NOTE_LINK, { id, userId, recipient, link: made });
    return made;
  });
  return link === undefined
    ? undefined
    : { ...message, userId, recipient, data: { ...data, link } };
}

/** What anybody can ask for is counted once it is known whose it is. */
const isWithinLimits = (
  em: SqlEntityManager,
  { kind, userId }: StoredMessage,
  { email: recipient, isConfirmed }: Owner,
) => userId !== null || mayBeSent(em, { kind, recipient, isConfirmed, isAskedFor: true });

/** The kind of link that a message has and its user, to whom it may be sent once more; undefined if it has none. */
export async function findLinkWish(
  em: SqlEntityManager,
  message: StoredMessage,
): Promise<{ kind: LinkKind; mayBeNew: boolean } | undefined> {
  const kind = linkKindOf(message);
  if (kind === undefined) return undefined;
  const owner = await findOwner(em, message);
  return { kind, mayBeNew: owner !== undefined && mayHaveLink(message, owner) };
}
