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

/** The request is stored at the server. */
export function QuoteSent({ children }: { children: ReactNode }) {
  return (
    <QuoteOutcome icon="check" title="Thank you">
      <p>Your request has reached us. We will call you to arrange your free consultation.</p>
      {children}
    </QuoteOutcome>
  );
}
