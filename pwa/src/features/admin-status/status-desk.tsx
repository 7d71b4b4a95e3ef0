import { REFERRAL_STATUS_LABELS, REFERRAL_STATUSES } from '@sunloop/shared-types';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type ReadingOf, Skeleton } from '../../ui/reading.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { DeskSelect } from '../../ui/desk/select.tsx';
import { toneOf } from '../../ui/status-tone.ts';
import { Tally } from '../../ui/tally.tsx';
import type { StatusList, StatusView } from './status-list.ts';
import { StatusListbox } from './status-listbox.tsx';

import './status-desk.css';

const FILTERS = [
  { id: '', label: 'All statuses' },
  ...REFERRAL_STATUSES.map((id) => ({ id, label: REFERRAL_STATUS_LABELS[id] })),
];
const SKELETON_LINES = 8;

type Props = {
  list: StatusList;
  /** How many there are, if that is known. */
  total: number | undefined;
  /** How many of all have each status. */
  counts: ReadingOf<Readonly<Record<string, number>>>;
  view: StatusView;
  chosenId: string | undefined;
  onView: (patch: Partial<StatusView>) => void;
  onChoose: (id: string | undefined) => void;
  /** The chosen referral. */
  children: ReactNode;
};

/** SPEC §2: all referrals, one of them to act on, and four counts. */
export function StatusDesk({ list, total, counts, view, chosenId, ...props }: Props) {
  const { onView, onChoose, children } = props;
  const box = useRef<HTMLDivElement>(null);
  useFocusBack(box, chosenId);
  const handleChoose = (index: number) => {
    const id = list.rowAt(index)?.referral.id;
    if (id !== undefined) onChoose(id);
  };
  return (
    <div className="status-desk" data-step={chosenId === undefined ? 'list' : 'detail'}>
      <div className="status-list-part">
        <Card title="All referrals">
          <div className="status-filters">
            <SearchField label="Search referrals" value={view.q} onChange={(q) => onView({ q })} />
            <DeskSelect
              label="Show"
              options={FILTERS}
              value={view.status}
              onChange={(status) => onView({ status })}
            />
          </div>
          <ListOrReason list={list} view={view} onView={onView}>
            <StatusListbox
              box={box}
              list={list}
              total={total}
              chosenId={chosenId}
              onChoose={handleChoose}
            />
            {list.rest === 'offline' && (
              <p className="muted">The others appear once there is a connection.</p>
            )}
            {list.rest === 'error' && (
              <Button variant="quiet" size="sm" icon="sync" onPress={list.retry}>
                Load the others
              </Button>
            )}
          </ListOrReason>
        </Card>
      </div>
      <div className="status-side">
        <div className="status-detail-part">
          <Card
            title="Referral"
            action={
              chosenId !== undefined && (
                <Button variant="quiet" size="sm" onPress={() => onChoose(undefined)}>
                  Back to the list
                </Button>
              )
            }
          >
            {children}
          </Card>
        </div>
        <div className="status-summary-part">
          <Summary counts={counts} />
        </div>
      </div>
    </div>
  );
}

function Summary({ counts }: Pick<Props, 'counts'>) {
  const known = counts.kind === 'ready' ? counts.data : undefined;
  const tally = REFERRAL_STATUSES.map((status) => ({
    label: REFERRAL_STATUS_LABELS[status],
    // A list never counted is not an empty one.
    count: known && (known[status] ?? 0),
    tone: toneOf(status),
  }));
  return (
    <Card title="Status Summary">
      {counts.kind === 'loading' ? (
        <Skeleton lines={2} label="Status summary: loading" />
      ) : (
        <Tally counts={tally} />
      )}
    </Card>
  );
}

type ListProps = {
  list: StatusList;
  view: StatusView;
  onView: Props['onView'];
  children: ReactNode;
};

/** The list, or why there is none. */
function ListOrReason({ list, view, onView, children }: ListProps) {
  if (list.missing === 'offline') {
    return <EmptyState icon="cloudOff" title="Referrals appear here once there is a connection." />;
  }
  if (list.missing === 'error') {
    return (
      <EmptyState icon="alert" title="The referrals could not be loaded.">
        <Button variant="quiet" size="sm" icon="sync" onPress={list.retry}>
          Try again
        </Button>
      </EmptyState>
    );
  }
  if (list.missing === 'loading' || (list.length === 0 && list.rest !== 'none')) {
    return <Skeleton lines={SKELETON_LINES} label="All referrals: loading" />;
  }
  if (list.length > 0) return children;
  if (view.q === '' && view.status === '') {
    return <EmptyState icon="people" title="No referrals yet. They appear here as they come in." />;
  }
  return (
    <EmptyState icon="search" title="No referral matches.">
      <Button variant="quiet" size="sm" onPress={() => onView({ q: '', status: '' })}>
        Show all
      </Button>
    </EmptyState>
  );
}

/** Returns the focus to the list after going back or deleting the shown referral. */
function useFocusBack(box: { current: HTMLElement | null }, chosenId: string | undefined): void {
  const before = useRef(chosenId);
  useEffect(() => {
    if (before.current !== undefined && chosenId === undefined) box.current?.focus();
    before.current = chosenId;
  }, [box, chosenId]);
}
