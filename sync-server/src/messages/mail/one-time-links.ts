import { hash as digest, randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DAY_MS, MINUTE_MS } from '@sunloop/shared-types/limits.ts';
import type { Mail } from './mail-state.ts';
import { sign } from './sign.ts';

/** How long each kind of link works. Milliseconds. */
const LASTS_MS = {
  confirm: 7 * DAY_MS,
  reset: 30 * MINUTE_MS,
  invitation: 7 * DAY_MS,
  undo: 7 * DAY_MS,
} as const;
export type LinkKind = keyof typeof LASTS_MS;

export interface NewLink {
  readonly kind: LinkKind;
  readonly userId: string;
  /** The address it is sent to and confirms. */
  readonly email: string;
  /** When that happened which it undoes; now if absent. */
  readonly since?: string;
}

// Earlier ways back stay open: somebody who got in might change the address twice.
const END_OLDER = `delete from one_time_links where user_id = :userId and kind = :kind and kind <> 'undo'`;
const ADD = `
  insert into one_time_links (id, token_hash, user_id, kind, email, created_at, ends_at)
  values (:id, :hash, :userId, :kind, :email, coalesce(:since::timestamptz, now()),
    now() + make_interval(secs => :seconds))`;

/**
 * Makes a link that works once, in the caller's transaction, and ends older ones of its kind; returns its id. Only the hash
 * of its token is stored. The token itself, which is made of the id and the process's key, stands nowhere but in the message.
 */
export async function makeLink(tx: SqlEntityManager, mail: Mail, link: NewLink): Promise<string> {
  const id = randomUUID();
  await tx.execute(END_OLDER, { ...link });
  const seconds = LASTS_MS[link.kind] / 1000;
  const hash = hashOf(tokenOf(mail.keys[0] ?? '', id));
  await tx.execute(ADD, { since: null, ...link, id, hash, seconds });
  return id;
}

const tokenOf = (key: string, id: string) => sign(key, `link:${id}`);
const hashOf = (token: string) => digest('sha256', token, 'hex');

/** The token of a link that has not ended; undefined if it has. */
export async function findToken(
  em: SqlEntityManager,
  { keys }: Mail,
  id: unknown,
): Promise<string | undefined> {
  if (typeof id !== 'string') return undefined;
  const sql = 'select token_hash as hash from one_time_links where id = ? and ends_at > now()';
  const [link] = await em.execute<{ hash: string }[]>(sql, [id]);
  return keys.map((key) => tokenOf(key, id)).find((token) => hashOf(token) === link?.hash);
}

/** Gives a link that still works its whole time anew, because only now its message goes out; false if it does not work. */
export async function renewLink(
  em: SqlEntityManager,
  mail: Mail,
  { id, kind }: { id: unknown; kind: LinkKind },
): Promise<boolean> {
  if (typeof id !== 'string' || (await findToken(em, mail, id)) === undefined) return false;
  const sql = `
    update one_time_links set ends_at = now() + make_interval(secs => ?) where id = ? and ends_at > now() returning id`;
  return (await em.execute<object[]>(sql, [LASTS_MS[kind] / 1000, id])).length > 0;
}

export interface OpenLink extends Omit<NewLink, 'since'> {
  readonly id: string;
  readonly createdAt: string;
}

const FIND = `
  select l.id, l.kind, l.user_id as "userId", l.email, l.created_at::text as "createdAt"
  from one_time_links l join users u on u.id = l.user_id
  where l.token_hash = ? and l.ends_at > now() and u.erased_at is null and u.is_active = 'true'`;

/** The link with this token; undefined if it was used or has ended, or its user's account is inactive. */
export async function findLink(em: SqlEntityManager, token: string): Promise<OpenLink | undefined> {
  const [link] = await em.execute<OpenLink[]>(FIND, [hashOf(token)]);
  return link;
}

// Its message must not bring it back when it is sent again.
const END_MESSAGE = `
  update outgoing_messages set data = data || '{"isOver": true}'
  where user_id = :userId and data->>'link' = :id`;

/** Ends a link in the caller's transaction; false if it was used meanwhile. */
export async function endLink(tx: SqlEntityManager, link: OpenLink): Promise<boolean> {
  const sql = 'delete from one_time_links where id = ? and ends_at > now() returning id';
  const ended = await tx.execute<object[]>(sql, [link.id]);
  await tx.execute(END_MESSAGE, { ...link });
  return ended.length > 0;
}

// A message that waits would make a new link when it is sent; one that was sent gives its key to a later one. Of a forgotten password it names only the address until then.
const IS_OF_LINK = `
  kind in ('confirm_email', 'password_reset', 'invitation') and (user_id = :userId
    or (user_id is null and lower(recipient) = (select lower(email) from users where id = :userId)))`;
const END_ALL = [
  `delete from one_time_links where user_id = :userId and kind <> 'undo'`,
  `delete from outgoing_messages where state = 'waiting' and ${IS_OF_LINK}`,
  `update outgoing_messages set data = data || '{"isOver": true}', key = key || ':over:' || id
   where data->'isOver' is null and ${IS_OF_LINK}`,
];

/**
 * Ends links that were sent to a person's addresses before, but for ways back, with the messages that would bring them back.
 * The user's row must be locked, as whoever sends them locks it.
 */
export async function endSentLinks(tx: SqlEntityManager, userId: string): Promise<void> {
  for (const statement of END_ALL) await tx.execute(statement, { userId });
}

const FORGET_ADDRESS =
  'update users set pending_email = null where id = ? and pending_email is not null';

/** The same, and gives up an address that waits to be confirmed: it may be that of whoever the person shuts out. */
export async function endLinks(tx: SqlEntityManager, userId: string): Promise<void> {
  await tx.execute(FORGET_ADDRESS, [userId]);
  await endSentLinks(tx, userId);
}

const IS_LATER = `user_id = :userId and created_at >= :createdAt::timestamptz`;
const IS_WAY_BACK = `kind = 'account_changed' and data->>'what' = 'email'`;
const END_LATER = [
  `delete from one_time_links where kind = 'undo' and ${IS_LATER}`,
  `delete from outgoing_messages where state = 'waiting' and ${IS_WAY_BACK} and ${IS_LATER}`,
  `update outgoing_messages set data = data || '{"isOver": true}' where ${IS_WAY_BACK} and ${IS_LATER}`,
];

/** Whoever took the account over may have changed the address more than once: the earliest way back wins. */
export async function endLaterWaysBack(
  tx: SqlEntityManager,
  { userId, createdAt }: OpenLink,
): Promise<void> {
  for (const statement of END_LATER) await tx.execute(statement, { userId, createdAt });
}
