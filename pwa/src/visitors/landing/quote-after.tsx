import {
  nameDay,
  ownRequestPath,
  type QuoteReceipt,
} from '@sunloop/shared-types/visitors/quotes.ts';
import { Banner } from '../../ui/banner.tsx';
import { ContactFile } from './contact-file.tsx';
import { JoinOffer } from './join-offer.tsx';
import { QuoteOutcome, QuoteSent } from './quote-outcome.tsx';
import type { QuoteQueueState } from './send-quote.ts';
import type { LandingAnswer } from './use-landing.ts';
import type { QuoteProgress } from './quote-progress.ts';

/** Below the form: requests of earlier visits, which wait on this device or can be followed. */
export function WaitingBanner({ quote }: { quote: QuoteProgress }) {
  if (!quote.waiting || quote.waiting.isRefused) return null;
  const { count, sent } = quote.waiting;
  if (count === 0) return sent ? <FollowBanner {...sent} /> : null;
  return (
    <Banner tone="wait" icon="clock" action={<SendNow quote={quote} />}>
      {count === 1 ? 'A request' : `${count} requests`} saved on this device wait
      {count === 1 && 's'} to be sent.
    </Banner>
  );
}

/** A visitor who comes back finds the last request again. */
function FollowBanner({ id }: QuoteReceipt) {
  return (
    <Banner tone="info" icon="check" action={<a href={ownRequestPath(id)}>Follow it</a>}>
      You asked for a quote on this device.
    </Banner>
  );
}

type AfterProps = { quote: QuoteProgress; help: LandingAnswer['help'] };

/** In place of the form: what came of it. */
export function AfterForm({ quote, help }: AfterProps) {
  const { stand, waiting } = quote;
  if (stand === 'kept' && waiting?.count) return <Kept quote={quote} waiting={waiting} />;
  const { id, callBy } = quote.receipt ?? waiting?.sent ?? {};
  return (
    <QuoteSent
      key="sent"
      phone={quote.fields?.phone ?? 'you'}
      by={callBy ? ` by ${nameDay(callBy)}` : ''}
      href={id && ownRequestPath(id)}
    >
      {quote.fields && <JoinOffer fields={quote.fields} />}
      {help?.phone && <ContactFile {...help} phone={help.phone} />}
      <Again quote={quote} />
    </QuoteSent>
  );
}

function Kept({ quote, waiting }: { quote: QuoteProgress; waiting: QuoteQueueState }) {
  if (waiting.isRefused) {
    return (
      <QuoteOutcome key="refused" icon="alert" title="Needs a fix">
        <p>{waiting.problem}</p>
        <Again quote={quote} />
      </QuoteOutcome>
    );
  }
  return (
    <QuoteOutcome key="kept" icon="clock" title="Saved on this device">
      <p>
        {waiting.problem ?? 'There is no connection right now.'} We’ll send your request as soon as
        you’re online.
      </p>
      <SendNow quote={quote} />
      <Again quote={quote} />
    </QuoteOutcome>
  );
}

function SendNow({ quote }: { quote: QuoteProgress }) {
  return (
    <button
      type="button"
      className="button"
      data-variant="quiet"
      disabled={quote.isBusy}
      onClick={quote.sendWaiting}
    >
      {quote.isBusy ? 'Sending...' : 'Send now'}
    </button>
  );
}

function Again({ quote }: { quote: QuoteProgress }) {
  return (
    <button type="button" className="button" data-variant="bare" onClick={quote.startAgain}>
      Ask for another quote
    </button>
  );
}
