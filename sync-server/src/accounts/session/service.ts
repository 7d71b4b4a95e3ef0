import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { LogIn, SignUp } from '@sunloop/shared-types/ground/user.ts';
import { SESSION_IDLE_MS, SESSION_MAX_MS } from '@sunloop/shared-types/limits.ts';
import type { Client } from '../../http/context.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { askConfirmation } from '../../messages/mail/ask-confirmation.ts';
import { endLinks } from '../../messages/mail/one-time-links.ts';
import { tellAccountChanged } from '../../messages/mail/tell/tell.ts';
import { UserEntity } from '../../ground/users/entities.ts';
import { followRequests } from '../../ground/users/own-requests.ts';
import { createUser, requireFree, requireUser } from '../../ground/users/service.ts';
import { requireUncommon } from './common-passwords.ts';
import type { ActorInSession } from './confirm-password.ts';
import { endSessions } from './end-sessions.ts';
import { forgetProposedCodes } from '../second-factor/codes.ts';
import { hashPassword, matchPassword } from './password.ts';
import { requireNoSecondStep } from './second-step.ts';
import {
  findIdByEmail,
  refuse,
  requireAccess,
  type SeenDevice,
  tryToEnter,
} from './try-to-enter.ts';

/**
 * Creates an active customer, who follows their requests among those given, and asks them to confirm the address if
 * `isAsked`; they can ask for that message later, too. Throws 400 for a common password, 409 if username or email is taken.
 */
export async function signUp(
  em: SqlEntityManager,
  client: Client,
  { isAsked, requestIds = [], password: typed, ...given }: SignUp & { readonly isAsked: boolean },
): Promise<UserEntity> {
  await requireUncommon({ password: typed, own: [given.username, given.email] });
  // Hashing is work, which is not done for somebody who only wants to know who has an account.
  await requireFree(em, given);
  const password = await hashPassword(typed);
  return em.transactional(async (tx) => {
    const user = await createUser(tx, { ...given, password });
    await followRequests(tx, user, requestIds);
    const line = { userId: user.id, action: 'user.sign_up', entity: 'user', entityId: user.id };
    writeAudit(tx, client, line);
    if (isAsked) await askConfirmation(tx, { userId: user.id, email: given.email });
    return user;
  });
}

/**
 * The user with this email and password. Throws 401 `invalid_credentials` with the same text and after the
 * same work whether or not the email exists (the text goes by the device alone), 403 `inactive` or `password_ended` after a right password,
 * 403 `second_factor_needed` for an admin who has one, 429 while a limit on wrong ones is reached.
 */
export async function logIn(
  em: SqlEntityManager,
  client: Client,
  { email: givenEmail, password, device, nonceOf }: LogIn & OnDevice,
): Promise<UserEntity> {
  const email = givenEmail.toLowerCase();
  const user = await tryToEnter(em, client, {
    email,
    device,
    judge: async () => {
      const found = await judgePassword(em, email, password);
      if (found) await requireNoSecondStep(em, found, nonceOf);
      return found && { user: found };
    },
  });
  return user ?? refuse(em, device);
}

/** The device a sign-in comes from, and the secret in its cookie, which is made when it is asked for. */
interface OnDevice {
  readonly device?: SeenDevice | undefined;
  readonly nonceOf: () => string;
}

/** The user with this email and password, null if those are wrong; 403 if they are right but give no access. */
async function judgePassword(em: SqlEntityManager, email: string, password: string) {
  const user = await findByEmail(em, email);
  const match = await matchPassword(user?.password, password);
  if (!user || match === 'none') return null;
  await requireAccess(em, user);
  if (match === 'typed') await renewHash(em, user, password);
  return user;
}

/** Hashes the password as new ones are, unless another was set meanwhile. */
async function renewHash(em: SqlEntityManager, user: UserEntity, password: string) {
  const sql = 'update users set password = ? where id = ? and password = ?';
  await em.execute(sql, [await hashPassword(password), user.id, user.password]);
}

// The session was to end with the temporary password; from now on it has the usual time.
const FREE_SESSION = `
  update sessions set expires_at =
    least(now() + make_interval(secs => ?), created_at + make_interval(secs => ?)) where id = ?`;

/**
 * Sets the actor's password and ends every session of theirs but the one with the key `sessionKey`. Throws 400 for a common
 * password.
 */
export async function changePassword(
  em: SqlEntityManager,
  { actor, sessionKey }: ActorInSession,
  newPassword: string,
): Promise<void> {
  const { username, email } = await requireUser(em, actor.userId);
  const own = [username, email];
  await requireUncommon({ password: newPassword, own, field: 'newPassword' });
  const password = await hashPassword(newPassword);
  await em.transactional(async (tx) => {
    const user = await requireUser(tx, actor.userId);
    tx.assign(user, { password, passwordEndsAt: null });
    // The row is written first, so that a sign-in with the old password waits and then starts no session.
    await tx.flush();
    await endSessions(tx, user.id, sessionKey);
    await endLinks(tx, user.id);
    await forgetProposedCodes(tx, user.id);
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
