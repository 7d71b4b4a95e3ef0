import { useLiveQuery } from 'dexie-react-hooks';
import type { UserDb } from '../../data/user-db.ts';
import { formatDay } from '../../lib/format-date.ts';
import { readResource } from '../../sync/resources.ts';
import { readRowLog } from '../../sync/read-waiting.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { showToast } from '../../ui/show-toast.ts';
import { Timeline } from '../../ui/timeline.tsx';
import type { ListRow } from './list-rows.ts';
import { historyOf } from './referral-history.ts';
import { wayOf } from './referral-way.ts';
import { removeRefused } from './remove-refused.ts';
import { RowBadge } from './row-badge.tsx';
import './referral-details.css';

type Props = { db: UserDb; row: ListRow; onEdit: () => void; onClose: () => void };

/** SPEC §2: date submitted, status and reward, here with who it is and what happened to it. */
export function ReferralDetails({ db, row, onEdit, onClose }: Props) {
  const reward = row.kind === 'stored' ? row.referral.reward : undefined;
  const isPaid = row.kind === 'stored' && row.referral.status === 'completed';
  const known = useKnown(db, row);
  const contact = [['Email', row.email] as const, ['Phone', row.phone ?? ''] as const];
  return (
    <>
      <div className="referral-summary">
        <RowBadge row={row} />
        {reward && <strong data-paid={isPaid}>{reward}</strong>}
      </div>
      {row.kind === 'stored' && (
        <Timeline
          label="Progress"
          events={wayOf(
            row.referral,
            known?.rewards.findLast(({ referralId }) => referralId === row.id),
          )}
        />
      )}
      <Facts
        facts={[['Date submitted', formatDay(row.date)], ...contact.filter(([, value]) => value)]}
      />
      <section className="referral-history">
        <h3>History</h3>
        <Timeline label="History" events={known ? historyOf(row, known) : []} />
      </section>
      <div className="form-actions">
        <RowActions db={db} row={row} onEdit={onEdit} onClose={onClose} />
        <Button variant="primary" onPress={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}

/** The way of a row and its rewards, live. */
function useKnown(db: UserDb, row: ListRow) {
  return useLiveQuery(async () => {
    const [log, history] = await Promise.all([readRowLog(db, row.id), readResource(db, 'history')]);
    return { log, rewards: history?.data ?? [] };
  }, [db, row.id]);
}

/** What can be done about it where it stands. */
function RowActions({ db, row, onEdit, onClose }: Props) {
  switch (row.kind) {
    case 'waiting':
      return null;
    case 'stored':
      return (
        <Button variant="quiet" icon="bell" onPress={() => remind(row.email)}>
          Send Reminder
        </Button>
      );
    case 'rejected':
      return (
        <>
          <Button
            variant="danger"
            icon="trash"
            onPress={() => void removeRefused(db, row.id).then(onClose)}
          >
            Remove
          </Button>
          {row.rejected.row && (
            <Button variant="quiet" icon="edit" onPress={onEdit}>
              Edit
            </Button>
          )}
        </>
      );
  }
}

/** SPEC §7: a reminder makes no request; it only says so. */
function remind(email: string): void {
  void showToast({ title: 'Reminder sent', description: `A reminder has been sent to ${email}` });
}
