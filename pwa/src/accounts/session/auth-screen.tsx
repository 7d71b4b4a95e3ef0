import { type ComponentType, useEffect, useState, type ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { HelpLine } from '../../ui/help-line.tsx';
import { LegalLinks } from '../../ui/legal-links.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { MarketingPanel } from './marketing-panel.tsx';
import { readNewcomer } from './newcomer.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { SsoButton } from './sso-button.tsx';
import type { OnIn } from './use-entry.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import { useProgramme } from './use-programme.ts';
import './auth-screen.css';

const TABS = [
  { id: 'in', label: 'Sign In' },
  { id: 'up', label: 'Sign Up' },
];

type Props = { onIn: OnIn; notice: ReactNode };

/** The way in, with or without an account; `notice` is what this device has to say. */
export function AuthScreen({ onIn, notice }: Props) {
  const [tab, setTab] = useState(() => (readNewcomer() ? 'up' : 'in'));
  const { promise, help, hasMail, sso, isAway } = useProgramme();
  return (
    <main className="auth">
      <div className="auth-form">
        <header className="auth-brand">
          <Logo />
          <p>Customer Referral Portal</p>
        </header>
        <div>
          <h1>Welcome</h1>
          <p className="muted">Sign in or create your referral account</p>
        </div>
        {notice}
        {isAway && (
          <Banner tone="wait" icon="cloudOff">
            You are offline. Signing in needs a connection.
          </Banner>
        )}
        <Tabs label="Sign in or sign up" tabs={TABS} selected={tab} onSelect={setTab}>
          {tab === 'in' ? (
            <SignInForm onIn={onIn}>
              <PasskeySlot onIn={onIn} />
            </SignInForm>
          ) : (
            <SignUpForm onIn={onIn} />
          )}
        </Tabs>
        {tab === 'in' && <SsoButton name={sso} isAway={isAway} to="/" />}
        <p className="auth-help">
          {hasMail && tab === 'in' && <a href="/password">Forgot your password?</a>}{' '}
          <HelpLine lead="Need help?" {...help} />
        </p>
        <LegalLinks />
      </div>
      <MarketingPanel promise={promise} />
    </main>
  );
}

/** Passkeys, loaded once the page is idle. */
function PasskeySlot({ onIn }: { onIn: OnIn }) {
  const [Part, setPart] = useState<ComponentType<{ onIn: OnIn }>>();
  useEffect(() => {
    whenIdle(() => {
      import('./passkey-part.tsx').then(
        ({ PasskeyPart }) => setPart(() => PasskeyPart),
        (error: unknown) => console.warn('Passkeys are not offered:', error),
      );
    });
  }, []);
  return <div className="auth-passkeys">{Part && <Part onIn={onIn} />}</div>;
}
