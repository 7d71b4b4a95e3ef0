import { HELP_PHONE, HELP_PHONE_URL } from '../../lib/company.ts';
import { ButtonAnchor } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { SunRings } from '../../ui/sun-rings.tsx';
import './offer.css';

const PROMISES = [
  'A free solar consultation for your home',
  'A free quote for what it would take',
  'A thank-you for your friend when you become a customer',
];

/** What somebody finds who follows a referral link. It needs no connection once it is loaded. */
export function Offer({ code }: { code: string }) {
  return (
    <main className="offer">
      <div className="offer-hero has-sun-rings">
        <SunRings />
        <Logo />
        <h1>A friend thinks your roof belongs in the sun</h1>
        <p>Get your free solar consultation.</p>
        <ButtonAnchor icon="phone" href={HELP_PHONE_URL}>
          Call {HELP_PHONE}
        </ButtonAnchor>
        <p className="offer-code">
          Please mention the code <strong>{code}</strong> so that your friend is thanked.
        </p>
      </div>
      <ul className="offer-promises">
        {PROMISES.map((promise) => (
          <li key={promise}>
            <Icon name="check" />
            {promise}
          </li>
        ))}
      </ul>
    </main>
  );
}
