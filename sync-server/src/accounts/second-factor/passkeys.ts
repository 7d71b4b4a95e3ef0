import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { GivenCredential, NewCredential } from '@sunloop/shared-types/accounts/passkey.ts';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { UserEntity } from '../../ground/users/entities.ts';

/** Where passkeys belong to, as the browser of this request sees it. */
export interface RelyingParty {
  /** A host name. */
  readonly id: string;
  readonly origin: string;
}

export interface StoredPasskey {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly counter: number;
}

const COLUMNS = `id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
  counter::float8 as counter`;

/** The passkey that a browser names. */
export async function findPasskey(
  em: SqlEntityManager,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const sql = `select ${COLUMNS} from passkeys where credential_id = ?`;
  const [passkey] = await em.execute<StoredPasskey[]>(sql, [credentialId]);
  return passkey;
}

/** What a browser is asked for to sign somebody in: any passkey of ours, with the person verified by the device. */
export async function signInOptions({ id }: RelyingParty) {
  const options = await generateAuthenticationOptions({ rpID: id, userVerification: 'required' });
  return { ...options, rpId: id };
}

/** The person in their passkeys: the bytes of their id. */
export const userHandleOf = (userId: string) =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

/** What a browser is asked for to make a passkey, on a device that has none of theirs. */
export async function newPasskeyOptions(
  { id: rpID }: RelyingParty,
  { id, email, username }: UserEntity,
  known: readonly string[],
) {
  const options = await generateRegistrationOptions({
    rpName: 'Sunloop',
    rpID,
    userID: Buffer.from(userHandleOf(id), 'base64url'),
    userName: email,
    userDisplayName: username,
    attestationType: 'none',
    excludeCredentials: known.map((credentialId) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** The challenge that a browser says it signed; '' if it says nothing that can be read. */
export function challengeOf(clientDataJSON: string): string {
  const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8');
  const found = /"challenge":"(?<challenge>[\w-]+)"/.exec(text);
  return found?.groups?.['challenge'] ?? '';
}

interface Ceremony {
  readonly party: RelyingParty;
  readonly challenge: string;
}

/** What to store of a new passkey; undefined if it was not made as asked. */
export async function checkNewPasskey(
  { party, challenge }: Ceremony,
  response: NewCredential,
): Promise<Omit<StoredPasskey, 'id' | 'userId'> | undefined> {
  const checked = await orUndefined(async () => {
    if (namesMaker(response)) return undefined;
    return verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
  });
  if (!checked?.verified) return undefined;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
}

/**
 * Whether a passkey comes with certificates of its maker, which nobody asked for: the library would look them up at whatever
 * address they name, inside our network too. Read by the library's own decoders, so that it cannot read it otherwise later.
 */
function namesMaker({ response }: NewCredential): boolean {
  const bytes = isoBase64URL.toBuffer(response.attestationObject);
  const attestation = decodeAttestationObject(bytes);
  const format = attestation.get('fmt');
  const isSelfMade = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  return format !== 'none' && !isSelfMade;
}

/** The passkey's counter after it was used; undefined if this is not its signature. */
export async function checkPasskey(
  { party, challenge }: Ceremony,
  passkey: StoredPasskey,
  { response, ...given }: GivenCredential,
): Promise<number | undefined> {
  const { userHandle, ...signed } = response;
  if (userHandle && userHandle !== userHandleOf(passkey.userId)) return undefined;
  const publicKey = Buffer.from(passkey.publicKey, 'base64url');
  const checked = await orUndefined(() =>
    verifyAuthenticationResponse({
      response: { ...given, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: passkey.credentialId, publicKey, counter: passkey.counter },
      requireUserVerification: true,
    }),
  );
  return checked?.verified ? checked.authenticationInfo.newCounter : undefined;
}

/** The library throws for whatever is not as it should be; all of that was sent by the caller. */
async function orUndefined<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch {
    // Which rule was broken helps only whoever tries to forge one: the caller is told that it is wrong.
    return undefined;
  }
}
