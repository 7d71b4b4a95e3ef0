import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { NewCredential, OwnPasskeys } from '@sunloop/shared-types/accounts/passkey.ts';
import { PASSKEYS_PER_USER } from '@sunloop/shared-types/limits.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { invalid, notFound, signInEnded } from '../../http/errors.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { dropLoneRecoveryCodes, requireFactorLeft } from './find-factors.ts';
import {
  challengeOf,
  checkNewPasskey,
  newPasskeyOptions,
  type RelyingParty,
  userHandleOf,
} from './passkeys.ts';
import { openStep, takeStep } from './steps.ts';
import type { ActorInSession } from '../session/confirm-password.ts';
import { lockUser } from '../../ground/users/lock-user.ts';
import { requireUser } from '../../ground/users/service.ts';
import { settleChange } from './settle-change.ts';

const FIND = `
  select id, credential_id as "credentialId", name, ${isoTime('created_at', 'createdAt')},
    ${isoTime('last_used_at', 'lastUsedAt')}
  from passkeys where user_id = ? order by passkeys.created_at, id`;

/** A user's passkeys, oldest first. */
export async function findPasskeys(
  em: SqlEntityManager,
  userId: string,
  party: RelyingParty,
): Promise<OwnPasskeys> {
  const passkeys = await em.execute<OwnPasskeys['passkeys']>(FIND, [userId]);
  return { rpId: party.id, userHandle: userHandleOf(userId), passkeys };
}

interface Asked {
  readonly userId: string;
  readonly party: RelyingParty;
  readonly nonce: string;
}

/** What the user's browser is asked for to make a passkey; throws 400 if they have as many as fit. */
export async function askNewPasskey(em: SqlEntityManager, { userId, party, nonce }: Asked) {
  const user = await requireUser(em, userId);
  const { passkeys } = await findPasskeys(em, userId, party);
  requireRoom(passkeys.length);
  const known = passkeys.map(({ credentialId }) => credentialId);
  const options = await newPasskeyOptions(party, user, known);
  const { challenge } = options;
  await openStep(em, { purpose: 'add_passkey', nonce, challenge }, user);
  return options;
}

function requireRoom(count: number): void {
  if (count < PASSKEYS_PER_USER) return;
  const text = `There is room for ${PASSKEYS_PER_USER} passkeys. Please remove one first.`;
  throw invalid(text, { name: text });
}

interface Made {
  readonly name: string;
  readonly credential: NewCredential;
  readonly party: RelyingParty;
  readonly nonce: string;
}

const ADD = `
  insert into passkeys (user_id, name, credential_id, public_key, counter)
  values (:userId, :name, :credentialId, :publicKey, :counter)
  on conflict (credential_id) do nothing returning id`;

/**
 * Stores a passkey that the actor's device made, which ends their other sessions. Throws 410 `sign_in_ended` if it was not
 * asked for, 400 if it is not as asked.
 */
export async function addPasskey(
  em: SqlEntityManager,
  { actor, sessionKey }: ActorInSession,
  { name, credential, party, nonce }: Made,
): Promise<void> {
  const { userId } = actor;
  const challenge = challengeOf(credential.response.clientDataJSON);
  const step = await takeStep(em, { purpose: 'add_passkey', nonce, challenge });
  if (step?.userId !== userId) throw signInEnded();
  const passkey = await checkNewPasskey({ party, challenge }, credential);
  if (!passkey) throw notOurs();
  await em.transactional(async (tx) => {
    await lockUser(tx, userId);
    requireRoom((await findPasskeys(tx, userId, party)).passkeys.length);
    const added = await tx.execute<object[]>(ADD, { ...passkey, userId, name });
    if (added.length === 0) throw notOurs();
    await settleChange(tx, actor, { userId, action: 'passkey.add', except: sessionKey });
  });
}

function notOurs(): Error {
  const text = 'This passkey cannot be used here';
  return invalid(text, { credential: text });
}

/** Gives one of the actor's passkeys another name; throws 404. */
export async function renamePasskey(
  em: SqlEntityManager,
  { actor }: Pick<ActorInSession, 'actor'>,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { userId } = actor;
  await em.transactional(async (tx) => {
    const sql = 'update passkeys set name = ? where id = ? and user_id = ? returning id';
    if ((await tx.execute<object[]>(sql, [name, id, userId])).length === 0) throw noSuchPasskey();
    const line = { action: 'passkey.rename', entity: 'user', entityId: userId };
    writeAudit(tx, actor, { ...line, userId });
  });
}

/** Removes one of the actor's passkeys, which ends their other sessions; throws 404, and 409 `last_factor`. */
export async function removePasskey(
  em: SqlEntityManager,
  { actor, sessionKey }: ActorInSession,
  id: string,
): Promise<void> {
  const { userId } = actor;
  await em.transactional(async (tx) => {
    await lockUser(tx, userId);
    const sql = 'delete from passkeys where id = ? and user_id = ? returning id';
    if ((await tx.execute<object[]>(sql, [id, userId])).length === 0) throw noSuchPasskey();
    await requireFactorLeft(tx, userId);
    await dropLoneRecoveryCodes(tx, userId);
    await settleChange(tx, actor, { userId, action: 'passkey.remove', except: sessionKey });
  });
}

const noSuchPasskey = () => notFound('There is no such passkey');
