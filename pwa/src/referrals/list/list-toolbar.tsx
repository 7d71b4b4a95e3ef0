import type { ReactNode } from 'react';
import { formatShortMoment } from '../../lib/format-time.ts';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useTyped } from '../../ui/forms/use-typed.ts';
import type { Filter, ListView, Sort } from './list-search.ts';
import type { filtersOf } from './list-view.ts';
import { NextPays } from './next-pays.tsx';
import { useDay } from '../../stored/use-clock.ts';

const SORTS: readonly { id: Sort; label: string }[] = [
  { id: 'newest', label: 'Newest' },
  { id: 'oldest', label: 'Oldest' },
];

type Props = {
  view: ListView;
  /** How many rows the view shows. */
  count: number;
  /** When the server's part was fetched; epoch milliseconds, 0 if there is none. */
  fetchedAt: number;
  /** What the next completions pay; undefined until it is known. */
  next: readonly string[] | undefined;
  /** How many were added today. */
  today?: ReactNode;
  filters: ReturnType<typeof filtersOf>;
  /** What changed of the view: typing and choosing may follow each other faster than the URL. */
  onView: (patch: ListView) => void;
};

/** What the list is worth and how long it is, with its search, filter and sort in one row. */
export function ListToolbar({ view, count, fetchedAt, next, today, filters, onView }: Props) {
  const [typed, type] = useTyped(view.q ?? '', (q) => onView({ q: q || undefined }), 0);
  const day = useDay();
  const filter = (id: Filter) => onView({ status: id === 'all' ? undefined : id });
  const sort = (id: Sort) => onView({ sort: id === 'newest' ? undefined : id });
  return (
    <div className="list-toolbar">
      <div className="list-facts">
        <NextPays next={next} />
        <p role="status">{count === 1 ? '1 referral' : `${count.toLocaleString()} referrals`}</p>
        {today}
        {fetchedAt > 0 && <p>As of {formatShortMoment(fetchedAt, day)}</p>}
      </div>
      <div className="list-controls">
        <SearchField label="Search name, email or phone" value={typed} onChange={type} />
        <SelectField
          label="Status"
          options={filters}
          value={view.status ?? 'all'}
          onChange={filter}
        />
        <SelectField label="Sort" options={SORTS} value={view.sort ?? 'newest'} onChange={sort} />
      </div>
    </div>
  );
}
