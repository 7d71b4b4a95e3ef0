import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import type { RejectedRow } from '@sunloop/engine/data/user-db.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/reading.tsx';
import { LongList } from '../../ui/long-list.tsx';
import { EditRefused } from '../details/edit-refused.tsx';
import { followRungs, type ListRow } from '@sunloop/engine/rows.ts';
import type { OwnListState } from '@sunloop/engine/own-list.ts';
import { ListToolbar } from './list-toolbar.tsx';
import type { ListView } from './list-search.ts';
import { arrangeRows, filtersOf, searchRows } from './list-view.ts';
import { NeverFetched } from './never-fetched.tsx';
import { ReferralItem } from './referral-item.tsx';
import { useFollowed } from '../../stored/use-stored.ts';
import './all-referrals.css';

const SKELETON_LINES = 6;

type Props = {
  /** Undefined until the device has been read. */
  own: OwnListState | undefined;
  view: ListView;
  onView: (patch: ListView) => void;
  onOpen: (id: string) => void;
  /** What stands below a referral, by its id. */
  noteOf: (id: string) => ReactNode;
  /** How many were added today, beside how many there are. */
  today?: ReactNode;
};

/** Everything the person has submitted, to filter, sort and search (SPEC §2). */
export function AllReferrals({ own, ...props }: Props) {
  if (!own) return <Skeleton lines={SKELETON_LINES} label="Your referrals: loading" />;
  if (own.rows.length === 0) {
    if (!own.wasFetched) return <NeverFetched lines={SKELETON_LINES} />;
    return (
      <EmptyState
        icon="people"
        title="No referrals yet. Share your link to start earning rewards!"
      />
    );
  }
  return <ReferralBrowser rows={own.rows} fetchedAt={own.fetchedAt} {...props} />;
}

type BrowserProps = Omit<Props, 'own'> & {
  rows: readonly ListRow[];
  fetchedAt: number;
};

function ReferralBrowser({ rows, fetchedAt, view, today, ...on }: BrowserProps) {
  const { onView, onOpen, noteOf } = on;
  const [edited, setEdited] = useState<RejectedRow | null>(null);
  const rungs = useFollowed(followRungs);
  // The router sometimes makes a new object for the same view.
  const { q, status, sort } = useDeferredValue(view);
  const found = useMemo(() => searchRows(rows, q), [rows, q]);
  const filters = useMemo(() => filtersOf(found, status), [found, status]);
  const listed = useMemo(() => arrangeRows(found, { status, sort }), [found, status, sort]);
  return (
    <>
      <ListToolbar
        view={view}
        count={listed.length}
        fetchedAt={fetchedAt}
        next={rungs?.next}
        today={today}
        filters={filters}
        onView={onView}
      />
      {listed.length === 0 ? (
        <EmptyState icon="search" title="No referral matches this search.">
          <Button
            variant="quiet"
            onPress={() => onView({ status: undefined, sort: undefined, q: undefined })}
          >
            Show all
          </Button>
        </EmptyState>
      ) : (
        <LongList label="All Referrals" items={listed} keyOf={(row) => row.id}>
          {(row) => (
            <>
              <ReferralItem row={row} onEdit={() => setEdited(rejectedOf(row))} onOpen={onOpen} />
              {noteOf(row.id)}
            </>
          )}
        </LongList>
      )}
      <EditRefused edited={edited} onClose={() => setEdited(null)} />
    </>
  );
}

const rejectedOf = (row: ListRow) => (row.kind === 'rejected' ? row.rejected : null);
