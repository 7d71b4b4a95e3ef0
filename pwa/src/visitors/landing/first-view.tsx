import { ownRequestPath } from '@sunloop/shared-types/visitors/quotes.ts';
import { Fragment } from 'react';
import { Inviter, LandingLayout, RatherTalk } from './landing-layout.tsx';
import { QuoteForm } from './quote-form.tsx';
import { QuoteSent } from './quote-outcome.tsx';
import { QuoteSection } from './quote-section.tsx';
import { nameOf, type Referrer } from './use-landing.ts';
import { slot } from './slot.ts';

/** What the server leaves out unless it has a text of this name. */
const ifThere = (name: string, part: React.ReactNode) => (
  <Fragment key={name}>
    {`{{?${name}}}`}
    {part}
    {`{{/${name}}}`}
  </Fragment>
);
const CODE = slot('code');
const CALL = { phone: slot('helpPhone'), dial: slot('helpDial') };
const WRITE = { email: slot('helpEmail') };
const HELP = [
  ifThere('callOrWrite', <RatherTalk {...CALL} {...WRITE} />),
  ifThere('call', <RatherTalk {...CALL} />),
  ifThere('write', <RatherTalk {...WRITE} />),
];
const REFERRERS: readonly Referrer[] = [
  { kind: 'known', name: slot('referrer') },
  { kind: 'unknown' },
  { kind: 'away' },
];
const TYPED = {
  name: slot('name'),
  email: slot('email'),
  phone: slot('phone'),
  address: slot('address'),
  message: slot('message'),
};

const formOf = (referrer: Referrer, refusal?: string) => (
  <QuoteForm
    quote={{ refusal, isBusy: false, send: async () => undefined }}
    referrerName={nameOf(referrer)}
    initial={TYPED}
  />
);

const SENT = (
  <QuoteSent phone={TYPED.phone} by={slot('by')} href={ownRequestPath(slot('id'))}>
    <a className="button" data-variant="bare" href={`/refer/${CODE}`}>
      Ask for another quote
    </a>
  </QuoteSent>
);

/** Everything the landing page can show before the app is there, by whose link it is and what became of the form. */
export const landingFirstViews = REFERRERS.map((referrer) => {
  const draw = (content: React.ReactNode) => (
    <LandingLayout
      code={CODE}
      referrer={referrer}
      inviter={ifThere('picture', <Inviter name={slot('referrer')} picture={slot('picture')} />)}
      help={HELP}
    >
      <QuoteSection>{content}</QuoteSection>
    </LandingLayout>
  );
  return {
    kind: referrer.kind,
    form: draw(formOf(referrer)),
    refused: draw(formOf(referrer, slot('refusal'))),
    sent: draw(SENT),
  };
});
