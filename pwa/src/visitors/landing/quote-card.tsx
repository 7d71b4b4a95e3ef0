import { Suspense } from 'react';
import { QuoteForm } from './quote-form.tsx';
import { QuoteSection } from './quote-section.tsx';
import type { LandingAnswer } from './use-landing.ts';
import { useQuote } from './use-quote.ts';
import { lazyPart } from '../../ui/layers/lazy-part.ts';

const AfterForm = lazyPart(() => import('./after-form.ts'), 'AfterForm');
const WaitingBanner = lazyPart(() => import('./after-form.ts'), 'WaitingBanner');

type Props = {
  code: string;
  referrerName: string | undefined;
  help: LandingAnswer['help'];
};

/** The free-quote form, and the state of requests made with it. */
export function QuoteCard({ code, referrerName, help }: Props) {
  const quote = useQuote(code);
  const isFormOpen = quote.stand === 'form' || quote.stand === 'refused';
  return (
    <QuoteSection>
      {isFormOpen && <QuoteForm quote={quote} referrerName={referrerName} />}
      <Suspense>
        {!isFormOpen && <AfterForm quote={quote} help={help} />}
        {/* Below the form, which may be in use by then and must not move. */}
        {isFormOpen && quote.waiting && <WaitingBanner quote={quote} />}
      </Suspense>
    </QuoteSection>
  );
}
