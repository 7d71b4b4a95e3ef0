import type { ReactNode } from 'react';

/** The place of the form and of what came of it. */
export function QuoteSection({ children }: { children: ReactNode }) {
  return (
    <section className="quote" id="quote" aria-labelledby="quote-title" tabIndex={-1}>
      {children}
    </section>
  );
}
