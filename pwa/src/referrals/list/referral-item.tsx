import { formatShortDay } from '../../lib/format-date.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import type { ListRow } from '@sunloop/engine/rows.ts';
import { removeRefused } from '../details/remove-refused.ts';
import { RowBadge } from './row-badge.tsx';
import { RowReward } from './row-reward.tsx';
import { useUserDb } from '../../stored/user-db.ts';
import './referral-list.css';

type Props = {
  row: ListRow;
  onEdit: () => void;
  /** Opens the details; without it, the name is not a button. */
  onOpen?: (id: string) => void;
};

/** Whether it is known what it brings: a promise depends on the others, and stands in the details. */
const isSettled = ({ referral }: Extract<ListRow, { kind: 'stored' }>) =>
  referral.status === 'completed' || referral.share === 0;

/** One referral with its state; a refused one says why and offers what can be done. */
export function ReferralItem({ row, onEdit, onOpen }: Props) {
  const db = useUserDb();
  return (
    <div className="referral-item" data-kind={row.kind}>
      <Avatar name={row.name} />
      <div className="referral-who">
        {onOpen ? (
          <button type="button" className="referral-name" onClick={() => onOpen(row.id)}>
            {row.name}
          </button>
        ) : (
          <strong className="referral-whole">{row.name}</strong>
        )}
        <div className="referral-state">
          <RowBadge row={row} />
          <span>{formatShortDay(row.date)}</span>
          {row.email && <span className="truncate">{row.email}</span>}
        </div>
      </div>
      {row.kind === 'stored' && isSettled(row) && (
        <div className="referral-money">
          <RowReward row={row} rung={undefined} />
        </div>
      )}
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
            onPress={() => void removeRefused(db, row.id)}
          >
            Remove
          </Button>
        </div>
      )}
    </div>
  );
}
