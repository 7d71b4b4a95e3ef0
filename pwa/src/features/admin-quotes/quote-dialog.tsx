import type { Quote, QuoteStatus, User } from '@sunloop/shared-types';
import { useRef, useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import type { SaveOutcome } from '../../ui/save-outcome.ts';
import { ConvertForm } from './convert-form.tsx';
import { useFocusSwap } from '../../ui/use-focus-swap.ts';
import type { FindUsers } from './use-user-search.ts';
import { QuoteDetails } from './quote-details.tsx';
import './quotes.css';

/** What can be done with a request; each says how it ended. */
export type QuoteActs = {
  onStatus: (quote: Quote, status: Exclude<QuoteStatus, 'converted'>) => Promise<SaveOutcome>;
  onConvert: (quote: Quote, user: User) => Promise<SaveOutcome>;
  findUsers: FindUsers;
  onOpenReferral: (id: string) => void;
};
type Props = QuoteActs & {
  quotes: ReadingOf<Quote[]>;
  id: string | undefined;
  onClose: () => void;
};

/** One request in full, and what becomes of it. */
export function QuoteDialog({ quotes, id, onClose, ...acts }: Props) {
  if (id === undefined) return null;
  const quote = quotes.kind === 'ready' ? quotes.data.find((one) => one.id === id) : undefined;
  return (
    <Modal title={quote?.name ?? 'Quote request'} isOpen onClose={onClose}>
      <Reading of={quotes} what="The quote request">
        {() =>
          quote ? (
            <OpenQuote key={quote.id} quote={quote} {...acts} />
          ) : (
            <EmptyState icon="search" title="There is no such request." />
          )
        }
      </Reading>
    </Modal>
  );
}

function OpenQuote({
  quote,
  onStatus,
  onConvert,
  findUsers,
  onOpenReferral,
}: QuoteActs & { quote: Quote }) {
  const [isConverting, setConverting] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useFocusSwap(box, isConverting ? 'form' : 'details');
  return (
    <div ref={box}>
      {isConverting ? (
        <ConvertForm
          quote={quote}
          findUsers={findUsers}
          onConvert={onConvert}
          onDone={() => setConverting(false)}
        />
      ) : (
        <QuoteDetails
          quote={quote}
          onStatus={onStatus}
          onConvert={() => setConverting(true)}
          onOpenReferral={onOpenReferral}
        />
      )}
    </div>
  );
}
