import { formatMoment } from '../../lib/format-date.ts';
import { FilterChips } from '../../ui/forms/filter-chips.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useTyped } from '../../ui/forms/use-typed.ts';
import type { Filter, ListView, Sort } from './list-search.ts';
import type { chipsOf } from './list-view.ts';

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
  chips: ReturnType<typeof chipsOf>;
  /** What changed of the view: typing and choosing may follow each other faster than the URL. */
  onView: (patch: ListView) => void;
};

/** Search, sort and filter of the list. */
export function ListToolbar({ view, count, fetchedAt, chips, onView }: Props) {
  const [typed, type] = useTyped(view.q ?? '', (q) => onView({ q: q || undefined }), 0);
  const filter = (id: Filter) => onView({ status: id === 'all' ? undefined : id });
  const sort = (id: Sort) => onView({ sort: id === 'newest' ? undefined : id });
  return (
    <div className="row list-toolbar">
      <SearchField label="Search name, email or phone" value={typed} onChange={type} />
      <FilterChips label="Status" chips={chips} selected={view.status ?? 'all'} onSelect={filter} />
      <p className="muted" role="status">
        {count === 1 ? '1 referral' : `${count.toLocaleString()} referrals`}
      </p>
      {fetchedAt > 0 && <p className="reading-age">As of {formatMoment(fetchedAt)}</p>}
      <SelectField label="Sort" options={SORTS} value={view.sort ?? 'newest'} onChange={sort} />
    </div>
  );
}
