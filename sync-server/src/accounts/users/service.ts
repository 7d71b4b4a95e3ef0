import { randomBytes } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AddedUser, UserChange } from '@sunloop/shared-types/ground/admin.ts';
import type { Role } from '@sunloop/shared-types/ground/user.ts';
import type { Flag } from '@sunloop/shared-types/values/text.ts';
import type { Actor } from '../../http/context.ts';
import { conflict, forbidden, notFound } from '../../http/errors.ts';
import { sentFields } from '../../http/parse.ts';
import { changesOf } from '../../ground/audit/changes-of.ts';
import { writeAudit, type AuditDeed } from '../../ground/audit/service.ts';
import { askConfirmation } from '../../messages/mail/ask-confirmation.ts';
import { requireMail } from '../../messages/mail/mail-state.ts';
import { endLinks } from '../../messages/mail/one-time-links.ts';
import { queueMessages } from '../../messages/mail/queue-messages.ts';
import { type EmailChange, tellAccountChanged } from '../../messages/mail/tell/tell.ts';
import { requireUncommon } from '../session/common-passwords.ts';
import { endSessions } from '../session/end-sessions.ts';
import { hashPassword } from '../session/password.ts';
import { UserEntity } from '../../ground/users/entities.ts';
import { lockUser } from '../../ground/users/lock-user.ts';
import { createUser, flushUser, requireNoWayBack } from '../../ground/users/service.ts';
import { makePasswordTemporary, newTemporaryPassword } from './temporary-password.ts';

/**
 * Creates a user with any role, and with `invite` sends them a link to set their password. Throws 400 for a common password, 409 if username or email
 * is taken, and `mail_off` if there is no mail to invite by.
 */
export async function addUser(
  em: SqlEntityManager,
  actor: Actor,
  { username, email, password, invite, role, isActive, phone, address }: AddedUser,
): Promise<UserEntity> {
  const fields = { username, email, role, isActive, phone, address };
  if (invite) requireMail(em);
  // Nobody knows an invited user's password before they have set it.
  const isGiven = !invite && password !== undefined;
  if (isGiven) await requireUncommon({ password, own: [username, email] });
  const passwordHash = await hashPassword(
    isGiven ? password : randomBytes(32).toString('base64url'),
  );
  return em.transactional(async (tx) => {
    const user = await createUser(tx, { ...fields, password: passwordHash });
    const details = `${username}, ${role}, ${isActive === 'true' ? 'active' : 'inactive'}`;
    auditUser(tx, actor, { action: 'user.create', user, details });
    if (isGiven) await askConfirmation(tx, { userId: user.id, email });
    else await inviteUser(tx, user.id);
    return user;
  });
}

async function inviteUser(tx: SqlEntityManager, userId: string): Promise<void> {
  const message = { kind: 'invitation' as const, userId, key: `invitation:${userId}`, data: {} };
  await queueMessages(tx, [message]);
}

// An admin's session that somebody else got hold of must not be enough to take over the account: the profile asks for
// the current password.
function refuseOwn(actor: Actor, id: string, what: 'email' | 'password'): void {
  if (actor.userId === id) throw forbidden(`Please change your own ${what} in your profile`);
}

/** What of a user an admin may change. */
type Changed = Omit<UserChange, 'currentPassword'>;

const MOVES = `
  select 1 from users where id = :id and (lower(email) <> lower(:email) or role <> :role
    or (role = 'admin' and is_active <> :isActive))`;

/**
 * Whether a change gives the account to another mailbox, makes or unmakes an admin, or makes one active or inactive. With a reset
 * by mail, or by a role of which no second factor is asked, either of the first would open the account; the last shuts out whoever
 * could object, or lets in somebody who left.
 */
export async function movesAccount(
  em: SqlEntityManager,
  { id, change }: { id: string; change: Changed },
): Promise<boolean> {
  const { email = null, role = null, isActive = null } = change;
  if (email === null && role === null && isActive === null) return false;
  return (await em.execute<object[]>(MOVES, { id, email, role, isActive })).length > 0;
}

/**
 * Changes a user, if `movesAccount` once the actor has confirmed their password; what is absent stays, null clears. Throws 403 for the actor's own new email, 404, 409 if username or email is taken, and 409
 * `last_admin` if no active admin would be left. An inactive user's sessions give no access, but tell the
 * device why (403 `inactive`); becoming active again, or an admin, ends them, so that every device must sign in again.
 */
export async function changeUser(
  em: SqlEntityManager,
  actor: Actor,
  { id, change }: { id: string; change: Changed },
): Promise<UserEntity> {
  return em.transactional(async (tx) => {
    const admins = await lockUserAndAdmins(tx, id);
    const user = await requireUserOf(tx, id);
    const { email } = change;
    const isNewEmail = email !== undefined && email.toLowerCase() !== user.email.toLowerCase();
    if (isNewEmail) {
      refuseOwn(actor, id, 'email');
      await requireNoWayBack(tx, { email, userId: id });
    }
    const changes = changesOf<Changed>(user, change);
    const wasActive = user.isActive === 'true';
    const wasAdmin = user.role === 'admin';
    const emailBefore = user.email;
    const wasConfirmed = user.emailConfirmedAt !== null;
    tx.assign(user, sentFields(change));
    if (isNewEmail) tx.assign(user, { emailConfirmedAt: null, pendingEmail: null });
    if (admins.has(id) && admins.size === 1 && !isActiveAdmin(user)) {
      throw lastAdmin();
    }
    await flushUser(tx);
    const isBack = !wasActive && user.isActive === 'true';
    // Sessions of a customer were begun without asking for a second factor.
    if (isBack || (!wasAdmin && user.role === 'admin')) await endSessions(tx, id);
    auditUser(tx, actor, { action: 'user.change', user, changes });
    if (isNewEmail)
      await tellNewEmail(tx, { userId: id, email: user.email, emailBefore, wasConfirmed });
    return user;
  });
}

/** What an admin says counts at once; the address before gets a way back all the same. */
async function tellNewEmail(
  tx: SqlEntityManager,
  { email, ...change }: { email: string } & Omit<EmailChange, 'what'>,
): Promise<void> {
  await endLinks(tx, change.userId);
  await tellAccountChanged(tx, { ...change, what: 'email' });
  await askConfirmation(tx, { userId: change.userId, email });
}

/** Lets somebody take referrals for others, or no more; throws 404. Safe to repeat. */
export async function changeMayTake(
  em: SqlEntityManager,
  actor: Actor,
  { id, mayTake }: { id: string; mayTake: boolean },
): Promise<UserEntity> {
  return em.transactional(async (tx) => {
    await lockUser(tx, id);
    const user = await requireUserOf(tx, id);
    if (user.mayTake === mayTake) return user;
    const changes = [{ field: 'mayTake', from: String(user.mayTake), to: String(mayTake) }];
    tx.assign(user, { mayTake });
    auditUser(tx, actor, { action: 'user.change', user, changes });
    return user;
  });
}

/** Gives a user a password that lasts a week and is shown once, and ends their sessions; throws 403 for oneself, 404. */
export async function resetPassword(
  em: SqlEntityManager,
  actor: Actor,
  id: string,
): Promise<string> {
  refuseOwn(actor, id, 'password');
  const temporaryPassword = newTemporaryPassword();
  const passwordHash = await hashPassword(temporaryPassword);
  await em.transactional(async (tx) => {
    const user = await requireUserOf(tx, id);
    // Whoever it was that signed in by it shows their email again.
    tx.assign(user, { password: passwordHash, ssoIssuer: null, ssoSubject: null });
    // The row is written first, so that a sign-in with the old password waits and then starts no session.
    await tx.flush();
    await makePasswordTemporary(tx, id);
    await endSessions(tx, id);
    await endLinks(tx, id);
    auditUser(tx, actor, { action: 'user.reset_password', user });
    await tellAccountChanged(tx, { userId: id, what: 'password' });
  });
  return temporaryPassword;
}

/** Ends all sessions of a user, including the actor's own; throws 404. Safe to repeat. */
export async function endSessionsOf(em: SqlEntityManager, actor: Actor, id: string): Promise<void> {
  await em.transactional(async (tx) => {
    const user = await requireUserOf(tx, id);
    const count = await endSessions(tx, id);
    if (count === 0) return;
    auditUser(tx, actor, { action: 'user.end_sessions', user, details: `${count} ended` });
  });
}

/**
 * Locks the user and all active admins, in a fixed order, and returns the admins' ids. Of two changes that
 * each remove an admin, the second waits here and then sees what the first one left.
 */
export async function lockUserAndAdmins(tx: SqlEntityManager, id: string): Promise<Set<string>> {
  const rows = await tx.execute<{ id: string; role: Role; isActive: Flag }[]>(
    `select id, role, is_active as "isActive" from users
     where id = ? or (role = 'admin' and is_active = 'true') order by id for no key update`,
    [id],
  );
  return new Set(rows.filter(isActiveAdmin).map((row) => row.id));
}

export function lastAdmin(): Error {
  return conflict('last_admin', 'This is the last active admin');
}

function isActiveAdmin({ role, isActive }: { role: Role; isActive: Flag }): boolean {
  return role === 'admin' && isActive === 'true';
}

async function requireUserOf(tx: SqlEntityManager, id: string): Promise<UserEntity> {
  const user = await tx.findOne(UserEntity, id, { populate: ['avatar'] });
  if (!user) throw notFound('There is no such user');
  if (user.erasedAt) throw conflict('user_erased', 'This person was erased');
  return user;
}

function auditUser(
  tx: SqlEntityManager,
  actor: Actor,
  { user, ...line }: AuditDeed & { user: UserEntity },
): void {
  writeAudit(tx, actor, { ...line, userId: actor.userId, entity: 'user', entityId: user.id });
}
