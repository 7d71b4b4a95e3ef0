import { routes } from '@sunloop/shared-types/routes.ts';
import type { Quote, SeenQuote } from '@sunloop/shared-types/visitors/quotes.ts';
import { useCallback } from 'react';
import { DoNotContactPart } from '../referrals/do-not-contact/do-not-contact.tsx';
import type { QuoteActs } from '../visitors/quotes/quote-acts.ts';
import { QuoteDialog } from '../visitors/quotes/quote-dialog.tsx';
import { filterOf, type QuoteView } from '../visitors/quotes/quote-list.ts';
import { QuotesCard } from '../visitors/quotes/quotes-card.tsx';
import { askDesk } from '@sunloop/engine/desk.ts';
import type { PanelProps } from './admin-panels.ts';
import { useDeskAct } from './use-desk-act.ts';
import { useMarkActs } from './use-mark-acts.ts';
import { useDeskReading } from './use-desk-reading.ts';
import { isolate } from '../../lib/isolate.ts';
import { useUserDb } from '../../stored/user-db.ts';

/** Quote Requests: who asked for a quote on a landing page, and whose referral they become. */
export function QuotesPanel({ search, onSearch }: PanelProps) {
  const quotes = useDeskReading(routes.quotes);
  const acts = useQuoteActs();
  const marks = useMarkActs();
  const marked = useDeskReading(routes.doNotContact);
  const markOf = ({ doNotContactId }: Quote) =>
    marked.kind === 'ready'
      ? (marked.data.find(({ id }) => id === doNotContactId) ?? null)
      : undefined;
  const handleView = ({ filter, q }: Partial<QuoteView>) => {
    const view = {
      ...(filter !== undefined && { status: filter === 'all' ? undefined : filter }),
      ...(q !== undefined && { q: q === '' ? undefined : q }),
    };
    onSearch(view, { replace: true });
  };
  return (
    <>
      <QuotesCard
        quotes={quotes}
        view={{ filter: filterOf(search.status), q: search.q ?? '' }}
        onView={handleView}
        onOpen={(id) => onSearch({ id })}
      />
      <QuoteDialog
        quotes={quotes}
        id={search.id}
        {...acts}
        renderContact={(quote) => (
          <DoNotContactPart
            key={quote.id}
            name={quote.name}
            mark={markOf(quote)}
            onMark={(reason) => marks.mark('quote', quote.id, reason)}
            onLift={marks.lift}
            onForget={() => marks.forget('quote', quote.id)}
          />
        )}
        onOpenReferral={(id) =>
          onSearch({ panel: 'referrals', id, status: undefined, q: undefined })
        }
        onClose={() => onSearch({ id: undefined })}
      />
    </>
  );
}

/** More than anybody reads. */
const FOUND_MAX = '20';
const FAILED = 'Update Failed';

function useQuoteActs(): Omit<QuoteActs, 'onOpenReferral' | 'renderContact'> {
  const db = useUserDb();
  const act = useDeskAct();
  const findUsers = useCallback(
    (q: string, signal: AbortSignal) =>
      askDesk(db, routes.users, { query: { q, limit: FOUND_MAX }, signal }),
    [db],
  );
  const onStatus: QuoteActs['onStatus'] = ({ name, ...quote }, status) => {
    const done = DONE[status](name);
    const input = { params: { id: quote.id }, body: { status, expected: seenOf(quote) } };
    return act({ failed: FAILED, done }, (write) => write(routes.changeQuote, input));
  };
  const onConvert: QuoteActs['onConvert'] = ({ name, ...quote }, user) => {
    const description = `${isolate(name)} is now a referral of ${isolate(user.username)}.`;
    const done = { title: 'Turned into a referral', description };
    const body = { status: 'converted', userId: user.id, expected: seenOf(quote) } as const;
    return act({ failed: FAILED, done }, (write) =>
      write(routes.changeQuote, { params: { id: quote.id }, body }),
    );
  };
  return { findUsers, onStatus, onConvert };
}

/** With it, the server refuses a change meant for another state, so that another admin's is not overwritten. */
const seenOf = ({ status, referralId }: SeenQuote): SeenQuote => ({ status, referralId });

const DONE = {
  open: (name: string) => ({
    title: 'Request reopened',
    description: `The request from ${name} is open again.`,
  }),
  closed: (name: string) => ({
    title: 'Request closed',
    description: `The request from ${name} is closed. It can be reopened.`,
  }),
};
