import {
  REFERRAL_STATUS_LABELS,
  referralStatusLabel,
} from '@sunloop/shared-types/referrals/referral.ts';
import { isSought, soughtIn } from '@sunloop/shared-types/values/search.ts';
import type { ListRow } from '@sunloop/engine/rows.ts';
import { type Filter, FILTERS, type ListView } from './list-search.ts';

const LABELS: Record<Filter, string> = {
  all: 'All',
  rejected: 'Needs a fix',
  waiting: 'Waiting to send',
  ...REFERRAL_STATUS_LABELS,
};

function wordOf(row: ListRow): string {
  return row.kind === 'stored' ? referralStatusLabel(row.referral.status) : LABELS[row.kind];
}

/** The rows of a search, before they are filtered; `filtersOf` counts them. */
export function searchRows(rows: readonly ListRow[], q = ''): readonly ListRow[] {
  const sought = soughtIn(q);
  if (sought.texts.length === 0) return rows;
  return rows.filter((row) => isSought(sought, [row.name, row.email, wordOf(row)], row.phone));
}

const KIND_ORDER = { rejected: 0, waiting: 1, stored: 2 } as const;

/** The rows of one filter. What needs the person and what waits come first in either order. */
export function arrangeRows(
  rows: readonly ListRow[],
  { status, sort }: ListView,
): readonly ListRow[] {
  const chosen = status ? rows.filter((row) => row.filter === status) : rows;
  if (sort !== 'oldest') return chosen;
  // The rows come newest first, so reversing them sorts them; sorting is stable.
  return chosen.toReversed().toSorted((a, b) => KIND_ORDER[a.kind] - KIND_ORDER[b.kind]);
}

/** The filters with their counts; rare ones are offered only when they have rows. */
export function filtersOf(rows: readonly ListRow[], chosen: Filter = 'all') {
  const counts: Partial<Record<Filter, number>> = { all: rows.length };
  for (const { filter } of rows) if (filter) counts[filter] = (counts[filter] ?? 0) + 1;
  return FILTERS.filter(
    (id) => counts[id] || id === chosen || !['rejected', 'waiting'].includes(id),
  ).map((id) => ({ id, label: `${LABELS[id]} · ${(counts[id] ?? 0).toLocaleString()}` }));
}
