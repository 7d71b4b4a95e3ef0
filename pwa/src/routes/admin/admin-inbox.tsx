import { routes } from '@sunloop/shared-types';
import type { UserDb } from '../../data/user-db.ts';
import { Inbox } from '../../features/admin-overview/inbox.tsx';
import { useDeskReading } from './use-desk-reading.ts';
import { useNewQuotes } from './use-new-quotes.ts';

const DUPLICATES = { query: { mark: 'duplicate' } } as const;

/** What waits for the admin, from the same places as the panels it leads to. */
export function InboxPart({ db }: { db: UserDb }) {
  const count = useDeskReading(db, routes.countAdminReferrals);
  const duplicates = useDeskReading(db, routes.countAdminReferrals, DUPLICATES);
  const newQuotes = useNewQuotes(db);
  const months = useDeskReading(db, routes.payoutMonths);
  const owedCents =
    months.kind === 'ready'
      ? months.data.reduce((sum, month) => sum + month.amountCents - month.paidCents, 0)
      : undefined;
  return (
    <Inbox
      figures={{
        newQuotes,
        notCalled: count.kind === 'ready' ? (count.data.byStatus?.['submitted'] ?? 0) : undefined,
        owedCents,
        duplicates: duplicates.kind === 'ready' ? duplicates.data : undefined,
      }}
    />
  );
}
