import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { Role } from '@sunloop/shared-types/ground/user.ts';
import type { Flag } from '@sunloop/shared-types/values/text.ts';
import { conflict, unauthenticated } from '../../http/errors.ts';
import { UserEntity } from './entities.ts';
import { lookOf } from './look.ts';
import { newReferralCode } from './referral-code.ts';

/** The user with the avatar, or 401 if they are gone. */
export async function requireUser(em: SqlEntityManager, userId: string): Promise<UserEntity> {
  const user = await em.findOne(UserEntity, userId, { populate: ['avatar'] });
  if (!user) throw unauthenticated();
  return user;
}

export interface UserFields {
  readonly username: string;
  readonly email: string;
  /** argon2id in PHC form. */
  readonly password: string;
  readonly phone?: string | null | undefined;
  readonly address?: string | null | undefined;
  readonly role?: Role;
  readonly isActive?: Flag;
}

/**
 * Stores a new user, an active customer unless told otherwise, with a new referral code; throws 409
 * `username_taken` or `email_taken`: emails are compared without case, names by their look (`lookOf`).
 */
export async function createUser(em: SqlEntityManager, fields: UserFields): Promise<UserEntity> {
  const user = em.create(UserEntity, {
    ...fields,
    phone: fields.phone ?? null,
    address: fields.address ?? null,
    avatar: null,
    referralCode: newReferralCode(),
  });
  em.persist(user);
  await requireNoWayBack(em, fields);
  await flushUser(em);
  return user;
}

/** Whether somebody has this name, or one that looks like it. */
export async function isNameTaken(em: SqlEntityManager, username: string): Promise<boolean> {
  const sql =
    'select 1 from users where lower(username) = lower(:username) or look = :look limit 1';
  return (await em.execute(sql, { username, look: lookOf(username) })).length > 0;
}

/** Throws 409 like `createUser` if the name or email is taken; it may still be taken at any time later. */
export async function requireFree(
  em: SqlEntityManager,
  { username, email }: Pick<UserFields, 'username' | 'email'>,
): Promise<void> {
  const [row] = await em.execute<{ hasName: boolean }[]>(
    `select (lower(username) = lower(:username) or coalesce(look = :look, false)) as "hasName" from users
     where lower(username) = lower(:username) or look = :look or lower(email) = lower(:email)
     order by 1 desc limit 1`,
    { username, email, look: lookOf(username) },
  );
  if (row) throw row.hasName ? usernameTaken() : emailTaken();
  await requireNoWayBack(em, { email });
}

/** Throws 409 `email_taken` if somebody has this email, or somebody but `userId` a way back to it. */
export async function requireEmailFree(
  em: SqlEntityManager,
  { email, userId }: { email: string; userId: string },
): Promise<void> {
  const sql = 'select 1 from users where lower(email) = lower(?)';
  if ((await em.execute(sql, [email])).length > 0) throw emailTaken();
  await requireNoWayBack(em, { email, userId });
}

// The link is made when its message is sent, which may wait.
const FIND_WAY_BACK = `
  select 1 from one_time_links
  where kind = 'undo' and lower(email) = lower(:email) and ends_at > now() and user_id is distinct from :userId
  union all
  select 1 from outgoing_messages
  where state = 'waiting' and kind = 'account_changed' and data->>'what' = 'email' and data->'hasNoWayBack' is null
    and lower(recipient) = lower(:email) and user_id is distinct from :userId`;

/**
 * Throws 409 `email_taken` while somebody but `userId` may take this email back: whoever took over an account could else close
 * the owner's way to it.
 */
export async function requireNoWayBack(
  em: SqlEntityManager,
  { email, userId = null }: { email: string; userId?: string | null },
): Promise<void> {
  if ((await em.execute(FIND_WAY_BACK, { email, userId })).length > 0) throw emailTaken();
}

/** Whether the user has this email already. */
export async function hasEmail(em: SqlEntityManager, userId: string, email: string) {
  const sql = 'select 1 from users where id = ? and lower(email) = lower(?)';
  return (await em.execute(sql, [userId, email])).length > 0;
}

/** Stores the changes of a user; throws 409 like `createUser` if the name or email belongs to another user. */
export async function flushUser(em: SqlEntityManager): Promise<void> {
  try {
    await em.flush();
  } catch (error) {
    throw takenError(error) ?? error;
  }
}

/** The 409 that a violated unique index of `users` stands for, if that is what the error is. */
function takenError(error: unknown): Error | undefined {
  if (!(error instanceof UniqueConstraintViolationException)) return undefined;
  if (error.message.includes('users_username_unique')) return usernameTaken();
  if (error.message.includes('users_look_unique')) return usernameTaken();
  return error.message.includes('users_email_unique') ? emailTaken() : undefined;
}

function usernameTaken(): Error {
  const text = 'This username is already taken, or looks like one that is';
  return conflict('username_taken', text, { username: text });
}

function emailTaken(): Error {
  const text = 'There is already an account with this email';
  return conflict('email_taken', text, { email: text });
}
