import { REFERRAL_STATUSES } from '@sunloop/shared-types';

/** What of the list can be looked at alone: by SPEC §2 each status, and what is not with the server. */
export const FILTERS = ['all', 'rejected', 'waiting', ...REFERRAL_STATUSES] as const;
export type Filter = (typeof FILTERS)[number];
export type Sort = 'newest' | 'oldest';

/** How the list is looked at; part of the URL, where what is usual is left out. */
export type ListView = {
  status?: Exclude<Filter, 'all'> | undefined;
  sort?: 'oldest' | undefined;
  q?: string | undefined;
};

/** Reads the view from the URL; whatever is not known is dropped. */
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
