import { type AdminReferral, routes, type User } from '@sunloop/shared-types';
import type { UserDb } from '../data/user-db.ts';
import type { UserQuestion } from '../features/admin-users/user-acts.ts';
import { UserPage } from '../features/admin-users/user-page.tsx';
import { Button } from '../ui/button.tsx';
import type { ReadingOf } from '../ui/reading.tsx';
import type { AdminSearch } from './admin-search.ts';
import { useDeskReading } from './use-desk-reading.ts';

/** The page shows the newest; the list of all referrals has the rest. */
const SHOWN_REFERRALS = '100';

/** Keys of the users' list, which mean other things to other panels. */
const LEAVE = {
  user: undefined,
  tab: undefined,
  q: undefined,
  status: undefined,
  sort: undefined,
};

type Props = {
  db: UserDb;
  id: string;
  known: User | undefined;
  onAsk: (question: UserQuestion) => void;
  onSearch: (patch: Partial<AdminSearch>) => void;
};

/** One user's page, with the referrals the list of all of them holds. */
export function AdminUser({ db, id, known, onAsk, onSearch }: Props) {
  const detail = useDeskReading(db, routes.userDetail, { params: { id } });
  const user = detail.kind === 'ready' ? detail.data.user : known;
  const referrals = useReferralsOf(db, { id, email: user?.email });
  const showAll = () => onSearch({ ...LEAVE, panel: 'referrals', referrer: user?.email });
  return (
    <UserPage
      known={known}
      detail={detail}
      referrals={referrals}
      allReferrals={
        <Button variant="quiet" size="sm" onPress={showAll}>
          Show in All Referrals
        </Button>
      }
      onOpenReferral={(referral) => onSearch({ ...LEAVE, panel: 'referrals', id: referral.id })}
      onAsk={(kind) => user && onAsk({ kind, user })}
      onBack={() => onSearch({ user: undefined })}
    />
  );
}

/** The server narrows by text, which may meet other rows as well; these are the user's own. */
function useReferralsOf(
  db: UserDb,
  { id, email }: { id: string; email: string | undefined },
): ReadingOf<readonly AdminReferral[]> {
  const query = { q: email ?? id, limit: SHOWN_REFERRALS };
  const found = useDeskReading(db, routes.adminReferrals, { query });
  if (found.kind !== 'ready') return found;
  return { ...found, data: found.data.filter(({ userId }) => userId === id) };
}
