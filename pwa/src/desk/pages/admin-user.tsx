import type { User } from '@sunloop/shared-types/ground/user.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import type { UserQuestion } from '../accounts/users/user-acts.ts';
import { UserPage } from '../accounts/users/user-page.tsx';
import { ReferralsTable } from '../accounts/users/user-tables.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Reading } from '../../ui/reading.tsx';
import type { AdminSearch } from './admin-panels.ts';
import { useDeskReading } from './use-desk-reading.ts';
import { useUserDb } from '../../stored/user-db.ts';

/** The page shows the newest; the list of all referrals has the rest. */
const SHOWN_REFERRALS = 100;

/** Keys of the users' list, which mean something else to other panels. */
const LEAVE = {
  user: undefined,
  tab: undefined,
  q: undefined,
  status: undefined,
  sort: undefined,
};

type Props = {
  id: string;
  known: User | undefined;
  onAsk: (question: UserQuestion) => void;
  onSave: () => void;
  onSearch: (patch: Partial<AdminSearch>) => void;
};

type ReferralsProps = Pick<Props, 'onSearch'> & {
  user: User;
  /** How many there are. */
  total: number;
};

/** One user's page. */
export function AdminUser({ id, known, onAsk, onSave, onSearch }: Props) {
  const db = useUserDb();
  const detail = useDeskReading(routes.userDetail, { params: { id } });
  const user = detail.kind === 'ready' ? detail.data.user : known;
  const total = detail.kind === 'ready' ? detail.data.stats.totalReferrals : 0;
  const showAll = () => onSearch({ ...LEAVE, panel: 'referrals', referrer: id });
  return (
    <UserPage
      user={user}
      detail={detail}
      isOwn={id === db.userId}
      onAsk={(kind) => user && onAsk({ kind, user })}
      onSave={onSave}
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
          <ReferralsOf user={user} total={total} onSearch={onSearch} />
        </Card>
      )}
    </UserPage>
  );
}

function ReferralsOf({ user, total, onSearch }: ReferralsProps) {
  const query = { referrer: user.id, limit: String(SHOWN_REFERRALS) };
  const found = useDeskReading(routes.adminReferrals, { query });
  return (
    <Reading of={found} what="Their referrals">
      {(rows) => (
        <>
          {rows.length === SHOWN_REFERRALS && total > rows.length && (
            <p className="muted">
              Showing the newest {SHOWN_REFERRALS} of {formatNumber(total)}.
            </p>
          )}
          <ReferralsTable
            referrals={rows}
            onOpen={({ id }) => onSearch({ ...LEAVE, panel: 'referrals', id })}
          />
        </>
      )}
    </Reading>
  );
}
