import { ownRequestPath } from '@sunloop/shared-types/visitors/quotes.ts';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { SunRings } from '../../ui/sun-rings.tsx';
import { QuoteSection } from './quote-section.tsx';
import { slot } from './slot.ts';

const PHONE = <strong>{slot('phone')}</strong>;

const STEPS = [
  { stand: 'submitted', done: 'You asked for a quote', ahead: '' },
  { stand: 'contact_made', done: 'We talked', ahead: 'We call you' },
  { stand: 'in_progress', done: 'Your visit and plan', ahead: 'We visit you and make a plan' },
  { stand: 'completed', done: 'Your panels are up', ahead: 'Your panels go up' },
] as const;
type Stand = (typeof STEPS)[number]['stand'];

const WORDS: Readonly<Record<Stand, ReactNode>> = {
  submitted: (
    <>
      We will call {PHONE}
      {slot('by')} to arrange your free consultation.
    </>
  ),
  contact_made: 'We have talked. Next we visit you and make a plan for your roof.',
  in_progress: 'We are planning your system.',
  completed: 'Your panels are up. Enjoy the sun.',
};

/** How far it is, like a parcel. */
function Steps({ stand }: { stand: Stand }) {
  const at = STEPS.findIndex((step) => step.stand === stand);
  return (
    <ol className="request-steps" aria-label="How far it is">
      {STEPS.map(({ stand: key, done, ahead }, index) => (
        <li key={key} data-is-done={index <= at} {...(index === at && { 'aria-current': 'step' })}>
          <Icon name={index <= at ? 'check' : 'clock'} />
          <span>
            {index <= at ? done : ahead}
            {index === 0 && <small>{slot('asked')}</small>}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A plain form: the page has no script. */
function PhoneForm() {
  return (
    <form id="change" className="form" method="post" action={ownRequestPath(slot('id'))}>
      <TextField
        name="phone"
        label="Is this number right?"
        type="tel"
        autoComplete="tel"
        value={slot('phone')}
        error={undefined}
        onChange={() => {}}
      />
      <button type="submit" className="button" data-variant="quiet">
        Save the number
      </button>
    </form>
  );
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="landing request-page">
      <div className="landing-hero has-sun-rings">
        <SunRings />
        <Logo />
        <h1>{title}</h1>
      </div>
      <div className="landing-body">
        <QuoteSection>{children}</QuoteSection>
      </div>
    </main>
  );
}

const ofStand = (stand: Stand, form?: ReactNode) => (
  <Page title="Your free quote">
    <h2 id="quote-title">{STEPS.find((step) => step.stand === stand)?.done}</h2>
    <p>{WORDS[stand]}</p>
    <Steps stand={stand} />
    {form}
  </Page>
);

const notice = (title: string, text: string) => (
  <Page title="Your free quote">
    <h2 id="quote-title">{title}</h2>
    <p>{text}</p>
  </Page>
);

/** Everything the page of a request can show. */
export const REQUEST_VIEWS = {
  submitted: ofStand('submitted', <PhoneForm />),
  refused: ofStand(
    'submitted',
    <>
      <Banner tone="bad" icon="alert">
        {slot('refusal')}
      </Banner>
      <PhoneForm />
    </>,
  ),
  contact_made: ofStand('contact_made'),
  in_progress: ofStand('in_progress'),
  completed: ofStand('completed'),
  closed: notice(
    'This request is closed',
    'Nothing more happens with it. If you still want a quote, ask again by the link you were sent.',
  ),
  unknown: notice(
    'This request is not here',
    'It may have been deleted after it was settled. You can always ask again by the link you were sent.',
  ),
  away: notice(
    'Your request cannot be shown right now',
    'It is safe with us. Please open this page again in a few minutes.',
  ),
  /** What the worker shows without signal, if this device has not read the page yet. */
  offline: (
    <Page title="Your free quote">
      <h2 id="quote-title">No connection right now</h2>
      <p>
        Your request is safe with us. Once you have opened it here while online, you can read it
        without a connection, too.
      </p>
      {/* Opens the same page: there is no script. */}
      <form>
        <button type="submit" className="button" data-variant="primary">
          Try again
        </button>
      </form>
    </Page>
  ),
} satisfies Readonly<Record<string, ReactNode>>;
