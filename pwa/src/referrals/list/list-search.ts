import { REFERRAL_STATUSES } from '@sunloop/shared-types/referrals/referral.ts';
import type { RowFilter } from '@sunloop/engine/rows.ts';

/** Filters of the list. */
export const FILTERS = [
  'all',
  'rejected',
  'waiting',
  ...REFERRAL_STATUSES,
] as const satisfies readonly Filter[];
export type Filter = 'all' | RowFilter;
export type Sort = 'newest' | 'oldest';

/** Filter, sort and search of the list; part of the URL, where defaults are left out. */
export type ListView = {
  status?: RowFilter | undefined;
  sort?: 'oldest' | undefined;
  q?: string | undefined;
};

/** Reads the view from the URL and drops what is unknown. */
export function parseListView(search: Record<string, unknown>): ListView {
  const status = FILTERS.find((filter) => filter === search['status']);
  // The router reads `?q=555` as a number.
  const q = ['string', 'number'].includes(typeof search['q']) ? String(search['q']) : '';
  return {
    ...(status && status !== 'all' ? { status } : {}),
    ...(search['sort'] === 'oldest' ? { sort: 'oldest' } : {}),
    ...(q !== '' ? { q } : {}),
  };
}
