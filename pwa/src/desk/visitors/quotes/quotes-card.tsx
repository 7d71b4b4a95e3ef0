import type { Quote } from '@sunloop/shared-types/visitors/quotes.ts';
import { useMemo } from 'react';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterChips } from '../../../ui/forms/filter-chips.tsx';
import { Reading, type ReadingOf } from '../../../ui/reading.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { useTyped } from '../../../ui/forms/use-typed.ts';
import { LongList } from '../../../ui/long-list.tsx';
import { filterQuotes, quoteChips, type QuoteView, searchQuotes } from './quote-list.ts';
import { QuoteRow } from './quote-row.tsx';
import './quotes.css';

type Props = {
  quotes: ReadingOf<Quote[]>;
  view: QuoteView;
  /** Called with only what changed, because typing and choosing may be faster than the URL. */
  onView: (patch: Partial<QuoteView>) => void;
  onOpen: (id: string) => void;
};

/** Who asked for a quote on a landing page, newest first. */
export function QuotesCard({ quotes, ...props }: Props) {
  return (
    <Card title="Free-quote requests">
      <p className="muted">
        People who asked through a customer's link are already that customer's referrals. The others
        wait here to be called and assigned to the customer who sent them.
      </p>
      <Reading of={quotes} what="The quote requests" lines={5}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="mail" title="Nobody has asked for a quote yet." />
          ) : (
            <QuoteList quotes={list} {...props} />
          )
        }
      </Reading>
    </Card>
  );
}

type ListProps = Omit<Props, 'quotes'> & { quotes: readonly Quote[] };

function QuoteList({ quotes, view, onView, onOpen }: ListProps) {
  const [typed, type] = useTyped(view.q, (q) => onView({ q }));
  const found = useMemo(() => searchQuotes(quotes, typed), [quotes, typed]);
  const shown = filterQuotes(found, view.filter);
  return (
    <>
      <SearchField label="Search name, email, phone or message" value={typed} onChange={type} />
      <FilterChips
        label="Status"
        chips={quoteChips(found)}
        selected={view.filter}
        onSelect={(filter) => onView({ filter })}
      />
      {shown.length === 0 ? (
        <EmptyState icon="search" title="No request matches." />
      ) : (
        <LongList label="Quote requests" items={shown} keyOf={({ id }) => id}>
          {(quote) => <QuoteRow quote={quote} onOpen={onOpen} />}
        </LongList>
      )}
    </>
  );
}
