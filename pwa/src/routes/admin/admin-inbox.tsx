import { routes, type User } from '@sunloop/shared-types';
import { useLiveQuery } from 'dexie-react-hooks';
import type { UserDb } from '../../data/user-db.ts';
import { Inbox } from '../../features/admin-overview/inbox.tsx';
import type { WaitingActs } from '../../features/admin-referrals/referral-table.ts';
import { useDesk } from '../../features/admin-referrals/use-desk-list.ts';
import { useDeskAnswer } from '../../features/admin-referrals/use-desk-answer.ts';
import { readWaitingActs } from '../../sync/acts.ts';
import { useDeskReading } from './use-desk-reading.ts';
import { useNewQuotes } from './use-new-quotes.ts';
import { useListFreshness } from './use-list-freshness.ts';

const NONE: WaitingActs = new Map();
const COUNTS = { kind: 'counts' } as const;

/** What waits for the admin, from the same places as the panels it leads to. */
export function InboxPart({ db, user }: { db: UserDb; user: User }) {
  const waiting = useLiveQuery(() => readWaitingActs(db), [db]) ?? NONE;
  const client = useDesk(user.id, waiting);
  useListFreshness(client);
  const counts = useDeskAnswer(client, COUNTS);
  const newQuotes = useNewQuotes(db);
  const months = useDeskReading(db, routes.payoutMonths);
  const owedCents =
    months.kind === 'ready'
      ? months.data.reduce((sum, month) => sum + month.amountCents - month.paidCents, 0)
      : undefined;
  const countOf = (name: string) => counts && (counts[name] ?? 0);
  return (
    <Inbox
      figures={{
        newQuotes,
        notCalled: countOf('submitted'),
        owedCents,
        duplicates: countOf('duplicate'),
      }}
    />
  );
}
