import { type GivenCredential, passkeyRoutes } from '@sunloop/shared-types';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { ApiError, isProblem } from '../../api/problems.ts';
import { givePasskey, hasPasskeys } from '../../ui/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/layers/notices.ts';
import { enter } from './enter.ts';
import { SIGN_IN_TEXTS } from './sign-in-form.tsx';
import { type OnIn, useEntry } from './use-entry.ts';

type Given = { credential: GivenCredential; rpId: string };

/** Asks for a passkey; undefined if none was given. */
async function ask(how: CredentialRequestOptions): Promise<Given | undefined> {
  const { data } = await call(passkeyRoutes.passkeySignIn, {});
  // The browser writes what the schema describes, which the server checks.
  const credential = (await givePasskey(data, how)) as GivenCredential | undefined;
  return credential && { credential, rpId: String(data['rpId']) };
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

type Props = { onIn: OnIn };

/** Offers the passkeys of this device beside the email field, and by a button. */
export function PasskeyPart({ onIn }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { run } = useEntry({ texts: SIGN_IN_TEXTS, onIn, onErrors: () => {} });
  const logIn = async (find: () => Promise<Given | undefined>) => {
    setAsking(true);
    try {
      const given = await find();
      const { failed: fallback } = SIGN_IN_TEXTS;
      if (given) await run(() => enter(() => send(given), { fallback }));
    } catch (error) {
      const description = error instanceof Error ? error.message : String(error);
      showToast({ title: SIGN_IN_TEXTS.failed, description, variant: 'destructive' });
    }
    setAsking(false);
  };
  if (!hasPasskeys()) return null;
  return (
    <>
      {/* A browser answers one question at a time. */}
      {!isAsking && <Offer onGiven={(given) => void logIn(() => Promise.resolve(given))} />}
      <Button variant="quiet" isDisabled={isAsking} onPress={() => void logIn(() => ask({}))}>
        Sign in with a passkey
      </Button>
    </>
  );
}

/** Lets the browser offer passkeys while the email is typed, for as long as this stands. */
function Offer({ onGiven }: { onGiven: (given: Given) => void }) {
  const handleGiven = useEffectEvent(onGiven);
  useEffect(() => {
    const gone = new AbortController();
    const offer = async () => {
      const canOffer = await PublicKeyCredential.isConditionalMediationAvailable?.();
      return canOffer ? ask({ mediation: 'conditional', signal: gone.signal }) : undefined;
    };
    offer()
      .then((given) => given && handleGiven(given))
      // The button says why, when somebody wants it.
      .catch((error: unknown) => isProblem(error) || console.warn('No passkey is offered:', error));
    return () => gone.abort();
  }, []);
  return null;
}
