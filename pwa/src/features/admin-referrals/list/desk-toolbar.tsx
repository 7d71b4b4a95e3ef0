import { REFERRAL_STATUS_LABELS, REFERRAL_STATUSES } from '@sunloop/shared-types';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/format-number.ts';
import { Button } from '../../../ui/button.tsx';
import { DeskDateField } from '../../../ui/desk/date-field.tsx';
import { FilterChips } from '../../../ui/forms/filter-chips.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import type { DeskClient } from '../desk-client.ts';
import { missingOf } from '../desk-standing.ts';
import { type DeskCounts, type DeskView, isNarrowed, MARKS } from '../desk-view.ts';
import { ReferrerField } from './referrer-field.tsx';
import type { DeskList } from '../use-desk-list.ts';
import './desk-toolbar.css';

/** What the toolbar changes in the URL. */
export type ViewPatch = {
  [key in 'q' | 'status' | 'referrer' | 'from' | 'to' | 'sort' | 'columns']?: string | undefined;
};

type Props = {
  client: DeskClient;
  list: DeskList;
  view: DeskView;
  typed: string;
  onType: (text: string) => void;
  onView: (patch: ViewPatch) => void;
  /** Columns and export. */
  children: ReactNode;
};

const NO_FILTER: ViewPatch = {
  q: undefined,
  status: undefined,
  referrer: undefined,
  from: undefined,
  to: undefined,
};

const FILTER_LABELS: Readonly<Record<string, string>> = {
  all: 'All',
  ...REFERRAL_STATUS_LABELS,
  duplicate: 'Possible duplicates',
  late: 'Arrived late',
  waiting: 'Waiting to be sent',
};

/** Search and filters of the list, all of them in the URL. */
export function DeskToolbar({ client, list, view, typed, onType, onView, children }: Props) {
  const clear = () => {
    onType('');
    onView(NO_FILTER);
  };
  const isRead = list.total > 0 || !(list.isLoading || missingOf(list.state));
  const isKnown = isRead && !list.isPartial;
  return (
    <div className="desk-toolbar">
      <SearchField label="Search name, email, phone or referrer" value={typed} onChange={onType} />
      <div className="desk-filters">
        <ReferrerField
          client={client}
          referrer={view.referrer}
          onChoose={(id) => onView({ referrer: id })}
        />
        <DeskDateField label="From" value={view.from} onChange={(from) => onView({ from })} />
        <DeskDateField label="To" value={view.to} onChange={(to) => onView({ to })} />
        <div className="desk-filters-end">{children}</div>
      </div>
      <FilterChips
        label="Status"
        chips={chipsOf(isKnown ? list.counts : undefined, view.status)}
        selected={view.status || 'all'}
        onSelect={(id) => onView({ status: id === 'all' ? undefined : id })}
      />
      <div className="row">
        <p className="muted" role="status">
          {isKnown && (list.total === 1 ? '1 referral' : `${formatNumber(list.total)} referrals`)}
        </p>
        {isNarrowed(view) && (
          <Button variant="bare" size="sm" onPress={clear}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
}

/** Marks are offered only if any referral has them; without `counts`, the numbers are not known yet. */
function chipsOf(counts: DeskCounts | undefined, chosen: string) {
  const marks = MARKS.filter((mark) => mark === chosen || (counts?.[mark] ?? 0) > 0);
  return ['all', ...REFERRAL_STATUSES, ...marks].map((id) => ({
    id,
    label: FILTER_LABELS[id] ?? id,
    count: counts && (counts[id] ?? 0),
  }));
}
