import type {
  AdminReferralQuery,
  ReferralColumn,
} from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import type { Sort } from '../../db/query/keyset.ts';

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
