import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type {
  EmailConfirmation,
  OpenedLink,
  PasswordByLink,
} from '@sunloop/shared-types/accounts/link-routes.ts';
import type { AuditChange } from '@sunloop/shared-types/ground/audit.ts';
import type { Client } from '../../http/context.ts';
import { invalid, linkEnded } from '../../http/errors.ts';
import { changesOf } from '../../ground/audit/changes-of.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import {
  endLaterWaysBack,
  endLink,
  endLinks,
  findLink,
  type OpenLink,
} from '../../messages/mail/one-time-links.ts';
import { tellAccountChanged } from '../../messages/mail/tell/tell.ts';
import { requireUncommon } from '../session/common-passwords.ts';
import { endSessions } from '../session/end-sessions.ts';
import { hashPassword } from '../session/password.ts';
import { findSessions } from '../session/sessions.ts';
import type { UserEntity } from '../../ground/users/entities.ts';
import { lockUser } from '../../ground/users/lock-user.ts';
import { flushUser, requireNoWayBack, requireUser } from '../../ground/users/service.ts';
import { endUnknownFactors, listLinkFactors } from './end-factors.ts';

/**
 * What a link is for, as whoever is signed in as `ownId` opens it; changes nothing, because mail scanners open links. Undefined
 * if it was used or has ended.
 */
export async function openLink(
  em: SqlEntityManager,
  token: string,
  ownId: string | undefined,
): Promise<OpenedLink | undefined> {
  const link = await findLink(em, token);
  if (!link) return undefined;
  const { kind, email, userId } = link;
  const { username, role } = await requireUser(em, userId);
  const opened = { kind, email, username, isOwn: userId === ownId };
  if (kind === 'confirm') return opened;
  const factors = await listLinkFactors(em, link);
  const found = await findSessions(em, { userId, current: '' });
  const sessions = found.map(({ device, place, lastUsedAt }) => ({ device, place, lastUsedAt }));
  const needsFactor = role === 'admin' && factors.length > 0;
  return { ...opened, factors, sessions, ...(needsFactor && { needsFactor }) };
}

const isFor = (user: UserEntity, { email }: OpenLink) =>
  user.email.toLowerCase() === email.toLowerCase();

/** Takes the link in the caller's transaction, with its user's row locked; 410 `link_ended` if somebody was faster. */
async function take(tx: SqlEntityManager, link: OpenLink): Promise<UserEntity> {
  await lockUser(tx, link.userId);
  if (!(await endLink(tx, link))) throw linkEnded();
  return requireUser(tx, link.userId);
}

function takeAddress(tx: SqlEntityManager, user: UserEntity, { email }: OpenLink): void {
  tx.assign(user, { email, pendingEmail: null, emailConfirmedAt: null });
}

// The time after the lock, so that what was added before it counts as from before.
const CONFIRM = `
  update users set email_confirmed_at = clock_timestamp() where id = ? and email_confirmed_at is null`;

/** Notes since when the address has been confirmed. */
async function noteConfirmed(tx: SqlEntityManager, { id }: UserEntity): Promise<void> {
  await tx.execute(CONFIRM, [id]);
}

/**
 * Sets a password by a link of a forgotten password, an invitation or a way back, which confirms its address and ends all
 * sessions. The way back also takes the account back to its address. Throws 410 `link_ended`, 400 for a common password, 409
 * `email_taken` if that address belongs to somebody else by now.
 */
export async function setPasswordByLink(
  em: SqlEntityManager,
  client: Client,
  { token, password, keep }: PasswordByLink,
): Promise<void> {
  const link = await findLink(em, token);
  if (!link || link.kind === 'confirm') throw linkEnded();
  const { username } = await requireUser(em, link.userId);
  await requireUncommon({ password, own: [username, link.email] });
  const passwordHash = await hashPassword(password);
  await em.transactional(async (tx) => {
    const user = await take(tx, link);
    const isUndo = link.kind === 'undo';
    // A forgotten password of an address that is not the account's any more.
    if (!isUndo && !isFor(user, link)) throw linkEnded();
    const changes = isUndo ? changesOf(user, { email: link.email }) : [];
    await endUnknownFactors(tx, user, { link, keep });
    tx.assign(user, { password: passwordHash, passwordEndsAt: null });
    if (isUndo) takeAddress(tx, user, link);
    await flushUser(tx);
    await noteConfirmed(tx, user);
    await endSessions(tx, user.id);
    await endLinks(tx, user.id);
    if (isUndo) await endLaterWaysBack(tx, link);
    audit(tx, client, { user, action: `user.password_by_${link.kind}`, changes });
    if (link.kind !== 'invitation')
      await tellAccountChanged(tx, { userId: user.id, what: 'password' });
  });
}

/** Whose session uses a confirmation, and what they say. */
type Confirmation = EmailConfirmation & { readonly ownId: string | undefined };

/**
 * Confirms the address of a link; a new one counts from now on, and the one before gets a way back. Throws 410 `link_ended`,
 * 409 `email_taken`, and 400 unless the account is open there or said to be theirs: somebody else may have made it.
 */
export async function confirmEmail(
  em: SqlEntityManager,
  client: Client,
  { token, isMine, ownId }: Confirmation,
): Promise<void> {
  const link = await findLink(em, token);
  if (link?.kind !== 'confirm') throw linkEnded();
  if (link.userId !== ownId && isMine !== true) throw notSaidToBeMine();
  await em.transactional(async (tx) => {
    const user = await take(tx, link);
    const emailBefore = user.email;
    const isNew = !isFor(user, link);
    if (isNew && user.pendingEmail?.toLowerCase() !== link.email.toLowerCase()) throw linkEnded();
    const changes = changesOf<{ email: string }>(user, isNew ? { email: link.email } : {});
    const wasConfirmed = user.emailConfirmedAt !== null;
    if (isNew) {
      await requireNoWayBack(tx, link);
      takeAddress(tx, user, link);
    }
    await flushUser(tx);
    await noteConfirmed(tx, user);
    audit(tx, client, { user, action: 'user.confirm_email', changes });
    if (!isNew) return;
    await endLinks(tx, user.id);
    await tellAccountChanged(tx, { userId: user.id, what: 'email', emailBefore, wasConfirmed });
  });
}

function notSaidToBeMine(): Error {
  const text = 'Please reload this page: it has to ask whether the account is yours';
  return invalid(text, { isMine: text });
}

function audit(
  tx: SqlEntityManager,
  client: Client,
  { user, ...line }: { user: UserEntity; action: string; changes: readonly AuditChange[] },
): void {
  writeAudit(tx, client, { ...line, userId: user.id, entity: 'user', entityId: user.id });
}
