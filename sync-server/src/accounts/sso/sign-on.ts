import { hash, randomBytes } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type Role, Username } from '@sunloop/shared-types/ground/user.ts';
import { USERNAME_MAX } from '@sunloop/shared-types/limits.ts';
import { Email } from '@sunloop/shared-types/values/email.ts';
import * as v from 'valibot';
import type { Client } from '../../http/context.ts';
import { lockUserAndAdmins } from '../users/service.ts';
import { changesOf } from '../../ground/audit/changes-of.ts';
import { type AuditDeed, writeAudit } from '../../ground/audit/service.ts';
import { forgetFactors } from '../second-factor/find-factors.ts';
import { endLinks } from '../../messages/mail/one-time-links.ts';
import { tellNewSignIn } from '../../messages/mail/tell/tell.ts';
import { endSessions } from '../session/end-sessions.ts';
import { noteSignIn } from '../session/login-limit.ts';
import { hashPassword } from '../session/password.ts';
import { UserEntity } from '../../ground/users/entities.ts';
import { lockUser } from '../../ground/users/lock-user.ts';
import { newReferralCode } from '../../ground/users/referral-code.ts';
import { createUser, isNameTaken } from '../../ground/users/service.ts';
import { type Identity, SsoError } from './provider.ts';

interface SignOn {
  readonly identity: Identity;
  /** Users who signed in on this device before. */
  readonly known: readonly string[];
}

/**
 * The user whom an identity provider's identity belongs to: the one it belonged to before, otherwise the one with its
 * verified email, whom it belongs to from now on, otherwise a new customer. The role follows the provider's claim, but the
 * last active admin stays one. Throws `SsoError`.
 */
export async function signOn(
  em: SqlEntityManager,
  client: Client,
  { identity: told, known }: SignOn,
): Promise<UserEntity> {
  // The database folds letters that no address of ours has, so that another's would find it.
  const identity = { ...told, email: parsedEmail(told.email) };
  const isKnown = (await findOwner(em, identity))?.isJoined === true;
  // Hashing takes a while, which a transaction must not.
  const unknowable = isKnown
    ? undefined
    : await hashPassword(randomBytes(32).toString('base64url'));
  return em.transactional(async (tx) => {
    await takeTurn(tx, identity);
    const owner = await findOwner(tx, identity);
    const work = { tx, client, identity, unknowable };
    const user = owner ? await letIn(work, owner) : await addCustomer(work);
    if (user.role === 'admin' && !identity.isStrong)
      throw new SsoError('weak', `the claim that admin ${user.id} used a second factor is absent`);
    audit(work, user, { action: 'session.login', details: DETAILS });
    const { email } = user;
    const attempt = await noteSignIn(tx, client, email.toLowerCase());
    const isNewDevice = owner !== undefined && !known.includes(user.id);
    if (isNewDevice) await tellNewSignIn(tx, client, { userId: user.id, attempt });
    return user;
  });
}

function parsedEmail(email: string | undefined): string | undefined {
  const parsed = v.safeParse(Email, email);
  return parsed.success ? parsed.output : undefined;
}

/** What the audit log says of it. */
const DETAILS = 'By single sign-on';

interface Work {
  readonly tx: SqlEntityManager;
  readonly client: Client;
  readonly identity: Identity;
  /** Hash of a password that nobody knows; absent if the identity had an account a moment ago. */
  readonly unknowable: string | undefined;
}

interface Owner {
  readonly id: string;
  readonly role: Role;
  /** Whether the identity is theirs already; otherwise they have its email. */
  readonly isJoined: boolean;
}

const FIND = `
  select id, role, coalesce(sso_issuer = :issuer and sso_subject = :subject, false) as "isJoined"
  from users
  where (sso_issuer = :issuer and sso_subject = :subject) or lower(email) = lower(:email)
  order by 3 desc limit 1`;

async function findOwner(em: SqlEntityManager, identity: Identity): Promise<Owner | undefined> {
  const { issuer, email = '' } = identity;
  const values = { issuer, subject: subjectOf(identity), email };
  const [owner] = await em.execute<Owner[]>(FIND, values);
  return owner;
}

/** As it is stored: it stays when a person is erased, and must name nobody. */
const subjectOf = ({ issuer, subject }: Identity) => hash('sha256', `${issuer}\n${subject}`, 'hex');

/** Two tabs that come back at once must not make two accounts. */
async function takeTurn(tx: SqlEntityManager, { email, ...identity }: Identity): Promise<void> {
  const key = `sso:${email?.toLowerCase() ?? subjectOf({ ...identity, email })}`;
  await tx.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key]);
}

async function letIn(
  { tx, client, identity, unknowable }: Work,
  owner: Owner,
): Promise<UserEntity> {
  const role = roleOf(identity);
  const isOther = identity.isAdmin !== undefined && owner.role !== role;
  // Before any other lock, in the order in which the desk takes them.
  const admins = isOther ? await lockUserAndAdmins(tx, owner.id) : undefined;
  await lockUser(tx, owner.id);
  const user = await tx.findOneOrFail(UserEntity, owner.id, { populate: ['avatar'] });
  requireOpen(user);
  requireRole(user, { identity, isJoined: owner.isJoined });
  const work = { tx, client, identity, unknowable };
  if (!owner.isJoined) await join(work, user);
  const isLastAdmin = user.role === 'admin' && admins?.size === 1;
  if (admins && !isLastAdmin) changeRole(work, user, role);
  await tx.flush();
  // Sessions of a customer were begun without asking for a second factor.
  if (owner.role !== 'admin' && user.role === 'admin') await endSessions(tx, user.id);
  return user;
}

const roleOf = ({ isAdmin }: Identity): Role => (isAdmin ? 'admin' : 'customer');

function requireOpen({ id, erasedAt, isActive }: UserEntity): void {
  if (erasedAt) throw new SsoError('erased', `user ${id} was erased`);
  if (isActive !== 'true') throw new SsoError('inactive', `user ${id} is inactive`);
}

/** An admin comes in by the claim only; one who was an admin by it before is made a customer instead. */
function requireRole(
  { id, role }: UserEntity,
  {
    identity,
    isJoined,
  }: {
    identity: Identity;
    isJoined: boolean;
  },
): void {
  if (role !== 'admin' || identity.isAdmin) return;
  if (identity.isAdmin === undefined || !isJoined) {
    throw new SsoError('admin', `user ${id} is an admin without the claim`);
  }
}

/**
 * Lets an identity with an account's verified email sign in to it from now on. Whoever made the account without showing
 * that the address is theirs is locked out: they may have waited for its owner.
 */
async function join({ tx, client, identity, unknowable }: Work, user: UserEntity): Promise<void> {
  const { ssoIssuer, emailConfirmedAt, passwordEndsAt } = user;
  if (ssoIssuer === identity.issuer)
    throw new SsoError('taken', `user ${user.id} belongs to another identity of this provider`);
  const isProven = emailConfirmedAt && !passwordEndsAt;
  if (!isProven) tx.assign(user, { password: requireUnknowable(unknowable), passwordEndsAt: null });
  tx.assign(user, {
    ssoIssuer: identity.issuer,
    ssoSubject: subjectOf(identity),
    emailConfirmedAt: emailConfirmedAt ?? new Date(),
  });
  await tx.flush();
  await endLinks(tx, user.id);
  if (!isProven) await lockOut(tx, user.id);
  audit({ tx, client }, user, { action: 'user.join_sso', details: new URL(identity.issuer).host });
}

/** Ends every way in that somebody may have made before. */
async function lockOut(tx: SqlEntityManager, userId: string): Promise<void> {
  await endSessions(tx, userId);
  await forgetFactors(tx, userId);
}

function requireUnknowable(password: string | undefined): string {
  if (password !== undefined) return password;
  throw new SsoError('ended', 'the account was separated from the identity at this moment');
}

function changeRole(work: Pick<Work, 'tx' | 'client'>, user: UserEntity, role: Role): void {
  const changes = changesOf<Pick<UserEntity, 'role'>>(user, { role });
  if (changes.length === 0) return;
  work.tx.assign(user, { role });
  audit(work, user, { action: 'user.role_by_sso', changes });
}

async function addCustomer(work: Work): Promise<UserEntity> {
  const { tx, identity } = work;
  const password = requireUnknowable(work.unknowable);
  const { email } = identity;
  if (email === undefined) throw new SsoError('unverified', 'there is no verified email');
  const username = await findFreeName(tx, identity);
  const fields = { username, email, password, role: roleOf(identity) };
  const user = await createUser(tx, fields);
  tx.assign(user, {
    ssoIssuer: identity.issuer,
    ssoSubject: subjectOf(identity),
    emailConfirmedAt: new Date(),
  });
  await tx.flush();
  audit(work, user, { action: 'user.sign_up', details: DETAILS });
  return user;
}

/** The first of the names that can be one here, made distinct if somebody has it. */
async function findFreeName(
  tx: SqlEntityManager,
  { names, email = '' }: Identity,
): Promise<string> {
  const code = newReferralCode();
  const wishes = [...names, email.slice(0, email.indexOf('@'))].map((name) =>
    v.safeParse(Username, name.slice(0, USERNAME_MAX - code.length - 1)),
  );
  const name = wishes.find(({ success }) => success)?.output ?? 'Customer';
  const isFree = name !== 'Customer' && !(await isNameTaken(tx, name as string));
  return isFree ? (name as string) : `${name as string} ${code}`;
}

function audit(
  { tx, client }: Pick<Work, 'tx' | 'client'>,
  { id }: UserEntity,
  deed: AuditDeed,
): void {
  writeAudit(tx, client, { ...deed, userId: id, entity: 'user', entityId: id });
}
