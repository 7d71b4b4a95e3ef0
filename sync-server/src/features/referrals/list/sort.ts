import type { AdminReferralQuery, ReferralColumn } from '@sunloop/shared-types';

/** How referrals are sorted: by a column of the view `referral_keys` and of the search table. */
export interface Sort {
  readonly key: string;
  readonly type: 'text' | 'number' | 'time';
  readonly isDescending: boolean;
}

/** Texts sort without case and accents, statuses in the order of the workflow, rewards by amount. */
const KEYS: Readonly<Record<ReferralColumn, Omit<Sort, 'isDescending'>>> = {
  name: { key: 'name', type: 'text' },
  email: { key: 'email', type: 'text' },
  phone: { key: 'phone', type: 'text' },
  referrer: { key: 'referrer', type: 'text' },
  status: { key: 'status', type: 'number' },
  reward: { key: 'cents', type: 'number' },
  date: { key: 'date', type: 'time' },
  referrerEmail: { key: 'referrer_email', type: 'text' },
  address: { key: 'address', type: 'text' },
  received: { key: 'created_at', type: 'time' },
  updated: { key: 'updated_at', type: 'time' },
};

/** Newest first unless the query says otherwise. */
export function sortOf({ sort }: Pick<AdminReferralQuery, 'sort'>): Sort {
  const { column, isDescending } = sort ?? { column: 'received', isDescending: true };
  return { ...KEYS[column], isDescending };
}

/** What rows are sorted by: the key, then the receipt, then the id. */
export const keyColumns = ({ key }: Sort) => [...new Set([key, 'created_at', 'id'])];

/** The columns of an `order by`. */
export function orderBy(sort: Sort, table: string): string {
  const direction = sort.isDescending ? 'desc' : 'asc';
  return keyColumns(sort)
    .map((column) => `${table}.${column} ${direction}`)
    .join(', ');
}
