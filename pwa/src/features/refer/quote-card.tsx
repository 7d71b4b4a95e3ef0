import { useEffect, useRef, type ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { QuoteForm } from './quote-form.tsx';
import type { QuoteQueueState } from './send-quote.ts';
import { useQuote, type QuoteProgress } from './use-quote.ts';

type Props = { code: string; referrerName: string | undefined };

/** The free-quote form, and the state of requests made with it. */
export function QuoteCard({ code, referrerName }: Props) {
  const quote = useQuote(code);
  const isFormOpen = quote.stand === 'form' || quote.stand === 'refused';
  const isWaiting = quote.stand === 'kept' && quote.waiting;
  return (
    <section className="quote" id="quote" aria-labelledby="quote-title" tabIndex={-1}>
      {isFormOpen && quote.waiting && !quote.waiting.isRefused && (
        <Banner tone="wait" icon="clock" action={<SendNow quote={quote} />}>
          {quote.waiting.count === 1 ? 'A request' : `${quote.waiting.count} requests`} saved on
          this device wait{quote.waiting.count === 1 && 's'} to be sent.
        </Banner>
      )}
      {isFormOpen && <QuoteForm quote={quote} referrerName={referrerName} />}
      {isWaiting && <Kept quote={quote} waiting={quote.waiting} />}
      {!isFormOpen && !isWaiting && (
        <Outcome key="sent" icon="check" title="Thank you" onAgain={quote.startAgain}>
          <p>Your request has reached us. We will call you to arrange your free consultation.</p>
        </Outcome>
      )}
    </section>
  );
}

function Kept({ quote, waiting }: { quote: QuoteProgress; waiting: QuoteQueueState | undefined }) {
  if (waiting?.isRefused) {
    return (
      <Outcome key="refused" icon="alert" title="Needs a fix" onAgain={quote.startAgain}>
        <p>{waiting.problem}</p>
      </Outcome>
    );
  }
  return (
    <Outcome key="kept" icon="clock" title="Saved on this device" onAgain={quote.startAgain}>
      <p>
        {waiting?.problem ?? 'There is no connection right now.'} Your request is sent by itself as
        soon as possible, or when you open this page later.
      </p>
      <SendNow quote={quote} />
    </Outcome>
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

type OutcomeProps = { icon: IconName; title: string; onAgain: () => void; children: ReactNode };

/** Takes the focus, so that a screen reader reads out what replaced the form. */
function Outcome({ icon, title, onAgain, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="quote-outcome">
      <Icon name={icon} />
      <h2 id="quote-title" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <button type="button" className="button" data-variant="bare" onClick={onAgain}>
        Ask for another quote
      </button>
    </div>
  );
}
