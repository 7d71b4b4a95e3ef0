import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { MailKind } from '@sunloop/shared-types/messages/mail.ts';
import * as account from './letters/account.ts';
import type { Content, Write } from './letters/content.ts';
import * as friends from './letters/friends.ts';
import { type Block, drawLetter, type DrawnLetter } from './letters/letter.ts';
import * as office from './letters/office.ts';
import { writerOfSeveral } from './letters/several.ts';
import { mailOffLink } from './mail-off.ts';
import type { Mail } from './mail-state.ts';

const WRITE: Readonly<Record<MailKind, Write>> = {
  confirm_email: account.confirmEmail,
  password_reset: account.passwordReset,
  invitation: account.invitation,
  account_changed: account.accountChanged,
  new_sign_in: account.newSignIn,
  friend_moved: friends.friendMoved,
  reward_earned: friends.rewardEarned,
  reward_paid: friends.rewardPaid,
  achievement: friends.achievement,
  rows_waiting: friends.rowsWaiting,
  quote_arrived: office.quoteArrived,
  daily_summary: office.dailySummary,
};

/** A stored message, as far as its text needs it. */
export interface StoredMessage {
  readonly kind: MailKind;
  /** Null until a forgotten password is looked up. */
  readonly userId: string | null;
  readonly recipient: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ComposedMessage extends DrawnLetter {
  /** Where one click switches the kind off; absent if it cannot be. */
  readonly mailOff: string | undefined;
}

/** What a message says as things stand now; `ended` and undefined as `Write` says. */
export async function writeContent(
  em: SqlEntityManager,
  mail: Mail,
  { kind, userId, recipient, data }: StoredMessage & { readonly userId: string },
): Promise<Content | 'ended' | undefined> {
  const sql = 'select username from users where id = ? and erased_at is null';
  const [user] = await em.execute<{ username: string }[]>(sql, [userId]);
  return user && WRITE[kind]({ em, mail, userId, recipient, data, ...user });
}

/** The text of a message as things stand now; `ended` and undefined as `Write` says. */
export async function composeMessage(
  em: SqlEntityManager,
  mail: Mail,
  message: StoredMessage & { readonly userId: string },
): Promise<ComposedMessage | 'ended' | undefined> {
  return draw(mail, message, await writeContent(em, mail, message));
}

/** The text that several messages of a kind to one person have together. */
export async function composeSeveral(
  em: SqlEntityManager,
  mail: Mail,
  messages: readonly (StoredMessage & { readonly userId: string })[],
): Promise<ComposedMessage | 'ended' | undefined> {
  const [first] = messages;
  const write = first && writerOfSeveral(first.kind);
  if (!write) throw new Error('there is no letter for several of this kind');
  const sql = 'select username from users where id = ? and erased_at is null';
  const [user] = await em.execute<{ username: string }[]>(sql, [first.userId]);
  const parts = messages.map(({ data }) => data);
  return draw(mail, first, user && (await write({ em, mail, ...first, ...user, parts })));
}

function draw(
  mail: Mail,
  { kind, userId }: StoredMessage & { readonly userId: string },
  content: Content | 'ended' | undefined,
): ComposedMessage | 'ended' | undefined {
  if (content === 'ended' || content === undefined) return content;
  const mailOff = mailOffLink(mail, userId, kind);
  return { ...drawLetter({ ...content, footer: footerOf(mail, mailOff) }), mailOff };
}

function footerOf({ origin, from }: Mail, mailOff: string | undefined): readonly Block[] {
  const host = new URL(origin).host;
  if (mailOff === undefined)
    return [`${from.name}, ${host}. Messages about your account itself cannot be switched off.`];
  return [
    `${from.name}, ${host}. You get this because you have an account there.`,
    { link: mailOff, label: 'Switch these messages off' },
  ];
}
