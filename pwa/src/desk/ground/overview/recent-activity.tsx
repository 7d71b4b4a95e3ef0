import {
  referralStatusLabel,
  type AdminReferral,
} from '@sunloop/shared-types/referrals/referral.ts';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../../lib/format-date.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Reading, type ReadingOf } from '../../../ui/reading.tsx';
import { toneOf } from '../../../ui/status-tone.ts';
import './recent-activity.css';

/** SPEC §9: the first five referrals of all users. */
const ACTIVITY_ROWS = 5;
/** The input for `adminReferrals`. */
export const NEWEST = { query: { limit: String(ACTIVITY_ROWS) } } as const;

type Props = { title: string; referrals: ReadingOf<AdminReferral[]> };

/** The newest referrals of everybody, each leading to its details. */
export function RecentActivity({ title, referrals }: Props) {
  const all = (
    <Link to="/admin" search={{ panel: 'referrals' }}>
      View All
    </Link>
  );
  return (
    <Card title={title} action={all}>
      <Reading of={referrals} what="Recent activity" lines={ACTIVITY_ROWS}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon="people" title="No referrals yet. They appear here as they come in." />
          ) : (
            <ul className="activity">
              {rows.slice(0, ACTIVITY_ROWS).map((row) => (
                <ActivityRow key={row.id} row={row} />
              ))}
            </ul>
          )
        }
      </Reading>
    </Card>
  );
}

function ActivityRow({ row }: { row: AdminReferral }) {
  return (
    <li>
      <Avatar name={row.name} />
      <div className="activity-text">
        <Link to="/admin" search={{ panel: 'referrals', id: row.id }}>
          {row.name}
        </Link>
        <span className="muted">
          by {row.referrerName} · {formatDay(row.createdAt)}
        </span>
      </div>
      <Badge tone={toneOf(row.status)}>{referralStatusLabel(row.status)}</Badge>
    </li>
  );
}
