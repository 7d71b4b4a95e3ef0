import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { SESSION_IDLE_MS, SESSION_MAX_MS, type LogIn, type SignUp } from '@sunloop/shared-types';
import type { Client } from '../../http/context.ts';
import {
  accountLost,
  inactive,
  invalidCredentials,
  passwordEnded,
  RequestError,
} from '../../http/errors.ts';
import { writeAudit } from '../audit/service.ts';
import { askConfirmation } from '../mail/ask-confirmation.ts';
import { tellAccountChanged, tellNewSignIn } from '../mail/tell/tell.ts';
import { UserEntity } from '../users/entities.ts';
import { followRequests } from '../users/own-requests.ts';
import { createUser, requireFree, requireUser } from '../users/service.ts';
import type { ActorInSession } from './confirm-password.ts';
import { endSessions } from './end-sessions.ts';
import { forgetTry, reserveTry, settleRefusedTry } from './login-limit.ts';
import { hashPassword, matchPassword } from './password.ts';

/** Creates an active customer, who follows their requests among those given; throws 409 if username or email is taken. */
export async function signUp(
  em: SqlEntityManager,
  client: Client,
  { username, email, password, phone, address, requestIds = [] }: SignUp,
): Promise<UserEntity> {
  // Hashing is work, which is not done for somebody who only wants to know who has an account.
  await requireFree(em, { username, email });
  const passwordHash = await hashPassword(password);
  return em.transactional(async (tx) => {
    const user = await createUser(tx, { username, email, password: passwordHash, phone, address });
    await followRequests(tx, user, requestIds);
    const line = { userId: user.id, action: 'user.sign_up', entity: 'user', entityId: user.id };
    writeAudit(tx, client, line);
    await askConfirmation(tx, { userId: user.id, email });
    return user;
  });
}

/**
 * The user with this email and password. Throws 401 `invalid_credentials` with the same text and after the
 * same work whether or not the email exists (the text goes by the device alone), 403 `inactive` or `password_ended` after a right password, 429
 * while a limit on wrong ones is reached.
 */
export async function logIn(
  em: SqlEntityManager,
  client: Client,
  { email: givenEmail, password, device }: LogIn & { readonly device?: SeenDevice | undefined },
): Promise<UserEntity> {
  const email = givenEmail.toLowerCase();
  const known = device && (await isKnownTo(em, email, device)) ? device.id : null;
  const attempt = await reserveTry(em.fork(), client, { email, device: known });
  try {
    const user = await judge(em, email, password);
    await settleTry(em.fork(), client, { attempt, user, isNewDevice: known === null });
    if (user) return user;
  } catch (error) {
    // Neither a success nor a wrong password: an inactive account, or it could not be checked.
    const isRefused = error instanceof RequestError && error.status === 403;
    const leave = isRefused ? settleRefusedTry : forgetTry;
    await leave(em.fork(), attempt);
    throw error;
  }
  throw (await hasLostAccount(em, device?.userIds)) ? accountLost() : invalidCredentials();
}

/** A device and the users who signed in there before. */
interface SeenDevice {
  readonly id: string;
  readonly userIds: readonly string[];
}

/** Whether the last account used on the device is not here: rows of users are never deleted, not even when they are erased. */
async function hasLostAccount(em: SqlEntityManager, [last]: readonly string[] = []) {
  if (last === undefined) return false;
  return (await em.execute('select 1 from users where id = ?', [last])).length === 0;
}

async function isKnownTo(em: SqlEntityManager, email: string, { userIds }: SeenDevice) {
  const userId = await findIdByEmail(em, email);
  return userId !== undefined && userIds.includes(userId);
}

/** The user with this email and password, null if those are wrong; 403 if they are right but give no access. */
async function judge(em: SqlEntityManager, email: string, password: string) {
  const user = await findByEmail(em, email);
  const match = await matchPassword(user?.password, password);
  if (!user || match === 'none') return null;
  if (user.isActive !== 'true') throw inactive();
  if (await hasEnded(em, user)) throw passwordEnded();
  if (match === 'typed') await renewHash(em, user, password);
  return user;
}

/** Hashes the password as new ones are, unless another was set meanwhile. */
async function renewHash(em: SqlEntityManager, user: UserEntity, password: string) {
  const sql = 'update users set password = ? where id = ? and password = ?';
  await em.execute(sql, [await hashPassword(password), user.id, user.password]);
}

/** Whether it is a temporary password that has ended, by the database's clock. */
async function hasEnded(em: SqlEntityManager, { id }: UserEntity): Promise<boolean> {
  const sql = 'select 1 from users where id = ? and password_ends_at <= now()';
  return (await em.execute(sql, [id])).length > 0;
}

// The session was to end with the temporary password; from now on it has the usual time.
const FREE_SESSION = `
  update sessions set expires_at =
    least(now() + make_interval(secs => ?), created_at + make_interval(secs => ?)) where id = ?`;

/** Sets the actor's password and ends every session of theirs but the one with the key `sessionKey`. */
export async function changePassword(
  em: SqlEntityManager,
  { actor, sessionKey }: ActorInSession,
  newPassword: string,
): Promise<void> {
  const password = await hashPassword(newPassword);
  await em.transactional(async (tx) => {
    const user = await requireUser(tx, actor.userId);
    tx.assign(user, { password, passwordEndsAt: null });
    // The row is written first, so that a sign-in with the old password waits and then starts no session.
    await tx.flush();
    await endSessions(tx, user.id, sessionKey);
    await tx.execute(FREE_SESSION, [SESSION_IDLE_MS / 1000, SESSION_MAX_MS / 1000, sessionKey]);
    const line = { userId: user.id, action: 'user.change_password', entityId: user.id };
    writeAudit(tx, actor, { ...line, entity: 'user' });
    await tellAccountChanged(tx, { userId: user.id, what: 'password' });
  });
}

async function findByEmail(em: SqlEntityManager, email: string): Promise<UserEntity | null> {
  const id = await findIdByEmail(em, email);
  return id === undefined ? null : em.findOne(UserEntity, id, { populate: ['avatar'] });
}

async function findIdByEmail(em: SqlEntityManager, email: string): Promise<string | undefined> {
  const sql = 'select id from users where lower(email) = lower(?)';
  const [row] = await em.execute<{ id: string }[]>(sql, [email]);
  return row?.id;
}

interface Outcome {
  /** Id of the attempt. */
  readonly attempt: string;
  /** Who signed in; null after a wrong password. */
  readonly user: UserEntity | null;
  readonly isNewDevice: boolean;
}

async function settleTry(
  em: SqlEntityManager,
  client: Client,
  { attempt, user, isNewDevice }: Outcome,
) {
  await em.transactional(async (tx) => {
    await tx.execute('update login_attempts set is_pending = false, success = ? where id = ?', [
      user ? 'true' : 'false',
      attempt,
    ]);
    if (!user) return;
    const line = { userId: user.id, action: 'session.login', entity: 'user', entityId: user.id };
    writeAudit(tx, client, line);
    if (isNewDevice) await tellNewSignIn(tx, client, { userId: user.id, attempt });
  });
}
