import type { LadderRung } from '@sunloop/shared-types/program/own-ladder.ts';
import { Link } from '@tanstack/react-router';
import { formatShortDay } from '../../lib/format-date.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/reading.tsx';
import { followRecent, followRungs, type ListRow, type Rungs } from '@sunloop/engine/rows.ts';
import { NextPays } from './next-pays.tsx';
import { NeverFetched } from './never-fetched.tsx';
import { RowBadge } from './row-badge.tsx';
import { RowReward } from './row-reward.tsx';
import { useFollowed } from '../../stored/use-stored.ts';
import './recent-referrals.css';

/** SPEC §9: how many of the newest the dashboard shows. */
const RECENT = 3;
/** SPEC §2, Recent Referrals. */
const EMPTY_TEXT = 'No referrals yet. Share your link to start earning rewards!';

/** The three newest referrals; their details open from each line. */
export function RecentReferrals() {
  const recent = useFollowed(followRecent, RECENT);
  const rungs = useFollowed(followRungs);
  if (!recent) return <Skeleton lines={RECENT} label="Your referrals: loading" />;
  if (recent.rows.length === 0) {
    if (!recent.wasFetched) return <NeverFetched lines={RECENT} />;
    return <EmptyState icon="people" title={EMPTY_TEXT} />;
  }
  return (
    <>
      <NextPays next={rungs?.next} />
      <div className="recent-box">
        <RecentTable rows={recent.rows} rungs={rungs} />
      </div>
    </>
  );
}

type TableProps = { rows: readonly ListRow[]; rungs: Rungs | undefined };

function RecentTable({ rows, rungs }: TableProps) {
  return (
    <table className="recent-referrals" role="table">
      <thead role="rowgroup">
        <tr role="row">
          {['Name', 'Date', 'Status', 'Reward', 'Actions'].map((column) => (
            <th key={column} scope="col" role="columnheader">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <RecentRow key={row.id} row={row} rung={rungs?.of.get(row.id)} />
        ))}
      </tbody>
    </table>
  );
}

/** The roles keep it a table for screen readers when a phone lays it out as cards. */
function RecentRow({ row, rung }: { row: ListRow; rung: LadderRung | undefined }) {
  return (
    <tr role="row" data-kind={row.kind}>
      <td role="cell" data-column="name">
        <div className="recent-who">
          <Avatar name={row.name} />
          <strong>{row.name}</strong>
        </div>
      </td>
      <td role="cell" data-column="date">
        {formatShortDay(row.date)}
      </td>
      <td role="cell" data-column="status">
        <RowBadge row={row} />
      </td>
      <td role="cell" data-column="reward">
        <RowReward row={row} rung={rung} />
      </td>
      <td role="cell" data-column="actions">
        <Link to="." search={{ referral: row.id }} aria-label={`Details of ${row.name}`}>
          <span>Details</span>
          <Icon name="chevron" />
        </Link>
      </td>
    </tr>
  );
}
