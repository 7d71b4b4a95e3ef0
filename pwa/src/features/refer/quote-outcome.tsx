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

/** The request is stored at the server; `phone` is the number that will be called. */
export function QuoteSent({ phone, children }: { phone: string; children: ReactNode }) {
  return (
    <QuoteOutcome icon="check" title="Thank you">
      <p>
        Your request has reached us. We will call <strong>{phone}</strong> to arrange your free
        consultation.
      </p>
      {children}
    </QuoteOutcome>
  );
}
