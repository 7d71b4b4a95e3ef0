import { useEffect, useRef, type ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';

type OutcomeProps = { icon: IconName; title: string; children: ReactNode };

/** What came of a request. Takes the focus, so that a screen reader reads out what replaced the form. */
export function QuoteOutcome({ icon, title, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="quote-outcome">
      <Icon name={icon} />
      <h2 id="quote-title" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </div>
  );
}

type SentProps = {
  /** The number that will be called. */
  phone: string;
  /** ' by Friday, December 4', or nothing. */
  by: string;
  /** Where the request is followed; absent if this device does not know. */
  href: string | undefined;
  children: ReactNode;
};

/** The request is stored at the server. */
export function QuoteSent({ phone, by, href, children }: SentProps) {
  return (
    <QuoteOutcome icon="check" title="Thank you">
      <p>
        Your request has reached us. We will call <strong>{phone}</strong>
        {by} to arrange your free consultation.
      </p>
      {href && (
        <a className="button" data-variant="quiet" href={href}>
          Follow or change my request
        </a>
      )}
      {children}
    </QuoteOutcome>
  );
}
