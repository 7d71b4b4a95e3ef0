import { LABEL_MAX, routes, type User } from '@sunloop/shared-types';
import type { UserDb } from '../data/user-db.ts';
import type { UserQuestion } from '../features/admin-users/user-acts.ts';
import { UserPage } from '../features/admin-users/user-page.tsx';
import { ReferralsTable } from '../features/admin-users/user-tables.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Reading } from '../ui/reading.tsx';
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

/** One user's page. */
export function AdminUser({ db, id, known, onAsk, onSearch }: Props) {
  const detail = useDeskReading(db, routes.userDetail, { params: { id } });
  const user = detail.kind === 'ready' ? detail.data.user : known;
  const showAll = () => onSearch({ ...LEAVE, panel: 'referrals', referrer: id });
  return (
    <UserPage
      user={user}
      detail={detail}
      onAsk={(kind) => user && onAsk({ kind, user })}
      onBack={() => onSearch({ user: undefined })}
    >
      {user && (
        <Card
          title="Referrals"
          action={
            <Button variant="quiet" size="sm" onPress={showAll}>
              Show in All Referrals
            </Button>
          }
        >
          <ReferralsOf db={db} user={user} onSearch={onSearch} />
        </Card>
      )}
    </UserPage>
  );
}

/** The server narrows by text, which may meet other rows as well; these are the user's own. */
function ReferralsOf({ db, user, onSearch }: Pick<Props, 'db' | 'onSearch'> & { user: User }) {
  const query = { q: user.email.slice(0, LABEL_MAX), limit: SHOWN_REFERRALS };
  const found = useDeskReading(db, routes.adminReferrals, { query });
  return (
    <Reading of={found} what="Their referrals">
      {(rows) => (
        <ReferralsTable
          referrals={rows.filter(({ userId }) => userId === user.id)}
          onOpen={({ id }) => onSearch({ ...LEAVE, panel: 'referrals', id })}
        />
      )}
    </Reading>
  );
}
