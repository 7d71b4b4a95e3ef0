import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { changesOf } from '../../src/ground/audit/changes-of.ts';
import { ON_THE_SERVER, writeAudit, type AuditDeed } from '../../src/ground/audit/service.ts';
import { endLinks } from '../../src/messages/mail/one-time-links.ts';
import { tellAccountChanged } from '../../src/messages/mail/tell/tell.ts';
import { resetSecondFactor } from '../../src/accounts/second-factor/reset.ts';
import { endSessions } from '../../src/accounts/session/end-sessions.ts';
import { hashPassword } from '../../src/accounts/session/password.ts';
import { findIdByEmail } from '../../src/accounts/session/try-to-enter.ts';
import { UserEntity } from '../../src/ground/users/entities.ts';
import { lockUser } from '../../src/ground/users/lock-user.ts';
import { createAdmin } from './first-admin.ts';

interface Asked {
  readonly em: SqlEntityManager;
  readonly email: string;
  /** Asks for a new password, only once it is known to be needed. */
  readonly askPassword: () => Promise<string>;
}

/** Does what the command's name says and returns what it did, for the operator; throws with advice. */
type AdminCommand = (asked: Asked) => Promise<string>;

/** What `sunloop admin` can do, for an operator whom nobody can let in by the desk. */
export const ADMIN_COMMANDS: Readonly<Record<string, AdminCommand>> = {
  make: makeAdmin,
  'set-password': setPassword,
  'reset-factor': resetFactor,
};

/** What the audit log says of a line that tells no change. */
const DETAILS = 'By a command on the server';

async function makeAdmin({ em, email, askPassword }: Asked): Promise<string> {
  const found = await findIdByEmail(em, email);
  if (found !== undefined) return promote(em, found);
  const admin = { email, password: await askPassword(), details: DETAILS };
  await em.transactional((tx) => createAdmin(tx, admin));
  return `Created the admin ${email}.`;
}

/** Makes an account an active admin's. Like in the desk, becoming active ends the sessions from before. */
async function promote(em: SqlEntityManager, id: string): Promise<string> {
  return em.transactional(async (tx) => {
    const user = await lockedUser(tx, id);
    const wasActive = user.isActive === 'true';
    const change = { role: 'admin', isActive: 'true' } as const;
    const changes = changesOf<Pick<UserEntity, 'role' | 'isActive'>>(user, change);
    if (changes.length === 0) return `${user.email} is an active admin already.`;
    tx.assign(user, change);
    if (!wasActive) await endSessions(tx, id);
    audit(tx, id, { action: 'user.change', changes });
    return `${user.email} is an admin now.`;
  });
}

async function setPassword({ em, email, askPassword }: Asked): Promise<string> {
  const id = await requireId(em, email);
  const password = await hashPassword(await askPassword());
  return em.transactional(async (tx) => {
    const user = await lockedUser(tx, id);
    tx.assign(user, { password, passwordEndsAt: null, ssoIssuer: null, ssoSubject: null });
    // The row is written first, so that a sign-in with the old password waits and then starts no session.
    await tx.flush();
    const ended = await endSessions(tx, id);
    await endLinks(tx, id);
    audit(tx, id, { action: 'user.reset_password', details: DETAILS });
    await tellAccountChanged(tx, { userId: id, what: 'password' });
    const inactive = user.isActive === 'true' ? '' : ' The account is inactive: it cannot sign in.';
    return `${user.email} has a new password; sessions ended: ${ended}.${inactive}`;
  });
}

async function resetFactor({ em, email }: Asked): Promise<string> {
  const userId = await requireId(em, email);
  await resetSecondFactor(em, ON_THE_SERVER, { userId, actorId: null });
  return `${email} has no second factor now; all sessions ended. The password stays.`;
}

async function requireId(em: SqlEntityManager, email: string): Promise<string> {
  const id = await findIdByEmail(em, email);
  if (id === undefined) throw new Error(`There is no account with the address ${email}`);
  return id;
}

async function lockedUser(tx: SqlEntityManager, id: string): Promise<UserEntity> {
  await lockUser(tx, id);
  const user = await tx.findOneOrFail(UserEntity, id);
  if (user.erasedAt) throw new Error('This person was erased');
  return user;
}

function audit(tx: SqlEntityManager, entityId: string, deed: AuditDeed): void {
  writeAudit(tx, ON_THE_SERVER, { ...deed, userId: null, entity: 'user', entityId });
}
