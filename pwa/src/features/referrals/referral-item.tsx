import type { UserDb } from '../../data/user-db.ts';
import { formatDay } from '../../lib/format-date.ts';
import { removeRejected } from '../../sync/edit-unsent.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { statusBadge, type ListRow } from './list-rows.ts';

type Props = { db: UserDb; row: ListRow; onEdit: () => void };

/** One referral with its state; a refused one says why and what can be done. */
export function ReferralItem({ db, row, onEdit }: Props) {
  return (
    <li className="referral-item" data-kind={row.kind}>
      <Avatar name={row.name} />
      <div className="referral-who">
        <strong>{row.name}</strong>
        <span>
          {formatDay(row.date)}
          {row.email && ` · ${row.email}`}
        </span>
      </div>
      <div className="referral-state">
        <RowBadge row={row} />
        {row.kind === 'stored' && (
          <span className="referral-reward" data-paid={row.referral.status === 'completed'}>
            {row.referral.reward}
          </span>
        )}
      </div>
      {row.kind === 'rejected' && (
        <div className="referral-refused">
          <p>{row.rejected.error}</p>
          {row.rejected.row && (
            <Button variant="quiet" size="sm" icon="edit" onPress={onEdit}>
              Edit
            </Button>
          )}
          <Button
            variant="danger"
            size="sm"
            icon="trash"
            onPress={() => void removeRejected(db, row.id)}
          >
            Remove
          </Button>
        </div>
      )}
    </li>
  );
}

function RowBadge({ row }: { row: ListRow }) {
  if (row.kind === 'rejected') {
    return (
      <Badge tone="bad" icon="alert">
        Not accepted
      </Badge>
    );
  }
  if (row.kind === 'waiting') {
    return (
      <Badge tone="wait" icon="clock">
        Waiting to send
      </Badge>
    );
  }
  const { label, tone } = statusBadge(row.referral.status);
  return <Badge tone={tone}>{label}</Badge>;
}
