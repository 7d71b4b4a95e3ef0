import { useEffect, useEffectEvent, useState } from 'react';
import { hasPasskeys } from '../../ui/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { loadPart } from '../../ui/layers/lazy-part.ts';
import { showToast } from '../../ui/layers/notices.ts';
import type { Given } from './passkey-sign-in.ts';
import { SIGN_IN_TEXTS } from './sign-in-form.tsx';
import { type OnIn, useEntry } from './use-entry.ts';

/** What asks and signs in, which the page need not have before somebody is about to. */
const loadSignIn = () => loadPart(() => import('./passkey-sign-in.ts'));

type Props = { onIn: OnIn };

/** Offers the passkeys of this device beside the email field, and by a button. */
export function PasskeyPart({ onIn }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { run } = useEntry({ texts: SIGN_IN_TEXTS, onIn, onErrors: () => {} });
  const logIn = async (find: () => Promise<Given | undefined>) => {
    setAsking(true);
    try {
      const given = await find();
      if (given) await run(async () => (await loadSignIn()).enterBy(given));
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
      <Button
        variant="quiet"
        isDisabled={isAsking}
        onPress={() => void logIn(async () => (await loadSignIn()).askPasskey({}))}
      >
        Sign in with a passkey
      </Button>
    </>
  );
}

/** Not the focus, which the page gives to the field by itself. */
const BEGINNINGS = ['pointerdown', 'keydown'];

/** Lets the browser offer passkeys while the email is typed, once somebody is at it and for as long as this stands. */
function Offer({ onGiven }: { onGiven: (given: Given) => void }) {
  const handleGiven = useEffectEvent(onGiven);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const offer = async () => {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      const { offerPasskey } = await import('./passkey-sign-in.ts');
      const given = await offerPasskey(signal);
      if (given) handleGiven(given);
    };
    const report = (error: unknown) => console.warn('No passkey is offered:', error);
    const begin = ({ target }: Event) => {
      if (!(target instanceof Element && target.matches('[autocomplete~=webauthn]'))) return;
      for (const type of BEGINNINGS) document.removeEventListener(type, begin);
      offer().catch(report);
    };
    for (const type of BEGINNINGS) document.addEventListener(type, begin, { signal });
    return () => gone.abort();
  }, []);
  return null;
}
