import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { GivenCredential } from '@sunloop/shared-types/accounts/passkey.ts';
import type { Client } from '../../http/context.ts';
import { signInEnded } from '../../http/errors.ts';
import {
  challengeOf,
  checkPasskey,
  findPasskey,
  type RelyingParty,
  signInOptions,
  type StoredPasskey,
} from '../second-factor/passkeys.ts';
import { openStep, takeStep } from '../second-factor/steps.ts';
import { UserEntity } from '../../ground/users/entities.ts';
import { refuse, requireAccess, type SeenDevice, tryToEnter } from './try-to-enter.ts';

/** What a browser is asked for, to be signed within five minutes on the device with this secret. */
export async function askPasskey(em: SqlEntityManager, party: RelyingParty, nonce: string) {
  const options = await signInOptions(party);
  await openStep(em, { purpose: 'passkey', nonce, challenge: options.challenge });
  return options;
}

interface PasskeySignIn {
  readonly credential: GivenCredential;
  readonly party: RelyingParty;
  readonly nonce: string;
  readonly device?: SeenDevice | undefined;
}

/** Enough of a passkey's name to tell one from another in the list of tries. */
const SHOWN_OF_ID = 16;

/**
 * The user whose passkey signed what this device was asked for. It stands for the password and for a second factor, because
 * the device verified the person. Throws as a sign-in by password, and 410 `sign_in_ended` if nothing was asked for.
 */
export async function logInByPasskey(
  em: SqlEntityManager,
  client: Client,
  { credential, party, nonce, device }: PasskeySignIn,
): Promise<UserEntity> {
  const challenge = challengeOf(credential.response.clientDataJSON);
  const step = await takeStep(em, { purpose: 'passkey', nonce, challenge });
  if (!step) throw signInEnded();
  const passkey = await findPasskey(em, credential.id);
  const owner = passkey && (await findOwner(em, passkey));
  const unknown = `passkey ${credential.id.slice(0, SHOWN_OF_ID).toLowerCase()}`;
  const judge = async () => {
    if (!passkey || !owner) return null;
    const counter = await checkPasskey({ party, challenge }, passkey, credential);
    if (counter === undefined) return null;
    await requireAccess(em, owner);
    return (await noteUse(em, passkey, counter)) ? { user: owner, how: 'by passkey' } : null;
  };
  const email = owner?.email.toLowerCase() ?? unknown;
  return (await tryToEnter(em, client, { email, device, judge })) ?? refuse(em, device);
}

/** Whether what a browser signed on this device is a passkey of this user. Throws 410 `sign_in_ended` if it was not asked for. */
export async function isPasskeyOf(
  em: SqlEntityManager,
  userId: string,
  { credential, party, nonce }: Omit<PasskeySignIn, 'device'>,
): Promise<boolean> {
  const challenge = challengeOf(credential.response.clientDataJSON);
  if (!(await takeStep(em, { purpose: 'passkey', nonce, challenge }))) throw signInEnded();
  const passkey = await findPasskey(em, credential.id);
  if (passkey?.userId !== userId) return false;
  const counter = await checkPasskey({ party, challenge }, passkey, credential);
  return counter !== undefined && (await noteUse(em, passkey, counter));
}

const findOwner = (em: SqlEntityManager, { userId }: StoredPasskey) =>
  em.findOne(UserEntity, userId, { populate: ['avatar'] });

// A copied passkey would count from the same number (https://www.w3.org/TR/webauthn-3/, 6.1.1); most always say 0.
const NOTE_USE = `
  update passkeys set counter = :counter, last_used_at = now()
  where id = :id and (counter < :counter or (counter = 0 and :counter = 0)) returning id`;

/** False if it was removed or used with a later count meanwhile. */
async function noteUse(em: SqlEntityManager, { id }: StoredPasskey, counter: number) {
  return (await em.execute<object[]>(NOTE_USE, { id, counter })).length > 0;
}
