import { HELP_PHONE, HELP_PHONE_URL } from '../../lib/company.ts';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { SunRings } from '../../ui/sun-rings.tsx';
import './offer.css';

const PROMISES = [
  'A visit or a call from a solar planner, without cost and without obligation',
  'A plan of your roof with what it will yield and what it will save',
  'One fixed price, with every rebate you can get already taken off',
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
        <a className="button" data-variant="primary" href={HELP_PHONE_URL}>
          <Icon name="phone" />
          Call {HELP_PHONE}
        </a>
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
