import type { ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { HelpLine } from '../../ui/help-line.tsx';
import { LegalLinks } from '../../ui/legal-links.tsx';
import { Logo } from '../../ui/logo.tsx';
import { SunRings } from '../../ui/sun-rings.tsx';
import { Promises } from './promises.tsx';
import { type LandingAnswer, nameOf, type Referrer } from './use-landing.ts';
import './landing.css';

type Props = {
  code: string;
  referrer: Referrer;
  /** The link's owner with their picture, if they show it. */
  inviter: ReactNode;
  /** Whom to call or write to. */
  help: ReactNode;
  /** The form, or what came of it. */
  children: ReactNode;
};

/** The page behind a referral link: who sent the visitor, what they get, and the form for it. */
export function LandingLayout({ code, referrer, inviter, help, children }: Props) {
  const name = nameOf(referrer);
  return (
    <main className="landing">
      <div className="landing-hero has-sun-rings">
        <SunRings />
        <Logo />
        <div className="landing-greeting">
          {inviter}
          <h1>{greetingFor(referrer)}</h1>
          <p>
            {name ? `${name} invites you to a` : 'Get your'} free solar consultation and a free
            quote for your home.
          </p>
          <a className="button landing-jump" data-variant="primary" href="#quote">
            Get my free quote
          </a>
          {referrer.kind !== 'unknown' && (
            <p className="landing-code">
              Referral code <strong>{code}</strong>
            </p>
          )}
        </div>
      </div>
      <div className="landing-body">
        {referrer.kind === 'unknown' && (
          <Banner tone="info" icon="help">
            We do not know the code <strong>{code}</strong>. Your consultation and quote are still
            free.
          </Banner>
        )}
        {children}
        <Promises referrer={referrer} />
        <p className="landing-help">{help}</p>
        <LegalLinks />
      </div>
    </main>
  );
}

/** Who invited the visitor, with their face. */
export function Inviter({ name, picture }: { name: string; picture: string }) {
  return (
    <p className="landing-inviter">
      <img src={picture} alt="" width="64" height="64" />
      {name} invited you
    </p>
  );
}

/** Whom the visitor can call or write to. */
export function RatherTalk(help: NonNullable<LandingAnswer['help']>) {
  return <HelpLine lead="Rather talk?" {...help} />;
}

/** Says only 'a friend' until the server has confirmed the code or says it is unknown. */
function greetingFor(referrer: Referrer): string {
  switch (referrer.kind) {
    case 'known':
      return `${referrer.name} thinks your roof belongs in the sun`;
    case 'unknown':
      return 'Why your roof belongs in the sun';
    case 'asking':
    case 'away':
      return 'A friend thinks your roof belongs in the sun';
  }
}
