import {
  REFERRAL_STATUS_LABELS,
  REFERRAL_STATUSES,
} from '@sunloop/shared-types/referrals/referral.ts';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { type ReadingOf, Skeleton } from '../../../ui/reading.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { DeskSelect } from '../../../ui/desk/select.tsx';
import { toneOf } from '../../../ui/status-tone.ts';
import { Tally } from '../../../ui/tally.tsx';
import { type DeskView, isNarrowed } from '../desk-view.ts';
import { ListOrReason } from '../list-or-reason.tsx';
import { ListRest } from '../list-rest.tsx';
import type { ReferralList } from '../referral-list.ts';
import { StatusListbox } from './status-listbox.tsx';

import './status-desk.css';

const FILTERS = [
  { id: '', label: 'All statuses' },
  ...REFERRAL_STATUSES.map((id) => ({ id, label: REFERRAL_STATUS_LABELS[id] })),
];

type Props = {
  list: ReferralList;
  /** How many there are, if that is known. */
  total: number | undefined;
  /** How many of all have each status. */
  counts: ReadingOf<Readonly<Record<string, number>>>;
  view: DeskView;
  chosenId: string | undefined;
  onView: (patch: Partial<DeskView>) => void;
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
          <ListOrReason
            list={list}
            isNarrowed={isNarrowed(view)}
            onShowAll={() => onView({ q: '', status: '' })}
          >
            <StatusListbox
              box={box}
              list={list}
              total={total}
              chosenId={chosenId}
              onChoose={handleChoose}
            />
            <ListRest list={list} />
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

/** Returns the focus to the list after going back or deleting the shown referral. */
function useFocusBack(box: { current: HTMLElement | null }, chosenId: string | undefined): void {
  const before = useRef(chosenId);
  useEffect(() => {
    if (before.current !== undefined && chosenId === undefined) box.current?.focus();
    before.current = chosenId;
  }, [box, chosenId]);
}
