import type { Quote } from '@sunloop/shared-types/visitors/quotes.ts';
import { useRef, useState } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DeskDialog } from '../../../ui/desk/dialog.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Reading, type ReadingOf } from '../../../ui/reading.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { ConvertForm } from './convert-form.tsx';
import { useFocusSwap } from '../../../ui/layers/use-focus-swap.ts';
import type { QuoteActs } from './quote-acts.ts';
import { QuoteDetails } from './quote-details.tsx';
import './quotes.css';

type Props = QuoteActs & {
  quotes: ReadingOf<Quote[]>;
  id: string | undefined;
  onClose: () => void;
};

/** One request in full, and what can be done with it. */
export function QuoteDialog({ quotes, id, onClose, ...acts }: Props) {
  if (id === undefined) return null;
  const quote = quotes.kind === 'ready' ? quotes.data.find((one) => one.id === id) : undefined;
  return (
    <DeskDialog title={quote?.name ?? 'Quote request'} onClose={onClose}>
      <Reading of={quotes} what="The quote request">
        {() =>
          quote ? (
            <OpenQuote key={quote.id} quote={quote} {...acts} />
          ) : (
            <EmptyState icon="search" title="There is no such request." />
          )
        }
      </Reading>
    </DeskDialog>
  );
}

/** The server's code for a request that is no longer as it was shown. */
const CHANGED = 'changed_meanwhile';

function OpenQuote({ quote, findUsers, onOpenReferral, ...acts }: QuoteActs & { quote: Quote }) {
  // As the person saw it when they began to choose; the form does not show later changes.
  const [converting, setConverting] = useState<Quote | null>(null);
  const [overtakenBy, setOvertakenBy] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useFocusSwap(box, converting ? 'form' : 'details');
  const tellOvertaken = (outcome: SaveOutcome) => {
    const isOvertaken = !outcome.isSaved && outcome.code === CHANGED;
    setOvertakenBy(isOvertaken ? outcome.message : null);
    if (isOvertaken) setConverting(null);
    return outcome;
  };
  return (
    <div className="stack" ref={box}>
      {overtakenBy && (
        <Banner tone="wait" icon="alert" title="Your change was not made">
          <p>
            {overtakenBy}. This is the request as it is now; please check it before you continue.
          </p>
        </Banner>
      )}
      {converting ? (
        <ConvertForm
          quote={converting}
          findUsers={findUsers}
          onConvert={async (seen, user) => tellOvertaken(await acts.onConvert(seen, user))}
          onDone={() => setConverting(null)}
        />
      ) : (
        <QuoteDetails
          quote={quote}
          onStatus={async (seen, status) => tellOvertaken(await acts.onStatus(seen, status))}
          onConvert={() => setConverting(quote)}
          onOpenReferral={onOpenReferral}
          renderContact={acts.renderContact}
        />
      )}
    </div>
  );
}
