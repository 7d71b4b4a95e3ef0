import { type GivenCredential, passkeyRoutes } from '@sunloop/shared-types/accounts/passkey.ts';
import { call } from '@sunloop/engine/api/client.ts';
import { ApiError, isProblem } from '@sunloop/engine/api/problems.ts';
import { givePasskey } from '../../ui/passkeys.ts';
import { enter } from './enter.ts';
import { SIGN_IN_TEXTS } from './sign-in-form.tsx';

export type Given = { credential: GivenCredential; rpId: string };

/** Asks for a passkey; undefined if none was given. */
export async function askPasskey(how: CredentialRequestOptions): Promise<Given | undefined> {
  const { data } = await call(passkeyRoutes.passkeySignIn, {});
  // The browser writes what the schema describes, which the server checks.
  const credential = (await givePasskey(data, how)) as GivenCredential | undefined;
  return credential && { credential, rpId: data.rpId };
}

async function send({ credential, rpId }: Given) {
  try {
    return await call(passkeyRoutes.logInByPasskey, { body: credential });
  } catch (error) {
    // So that the browser does not offer a removed one again.
    if (error instanceof ApiError && error.code === 'invalid_credentials')
      await PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId: credential.id });
    throw error;
  }
}

/** A passkey chosen while the email is typed; undefined if none was. */
export async function offerPasskey(signal: AbortSignal): Promise<Given | undefined> {
  try {
    return await askPasskey({ mediation: 'conditional', signal });
  } catch (error) {
    // The button says why, when somebody wants it.
    if (!isProblem(error)) console.warn('No passkey is offered:', error);
    return undefined;
  }
}

/** Signs its person in. */
export const enterBy = (given: Given) =>
  enter(() => send(given), { fallback: SIGN_IN_TEXTS.failed });
