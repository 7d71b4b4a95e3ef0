import type { WatchTarget } from '../../data/watch-tables.ts';
import { REFERRALS_PATH } from '../read/referral-versions.ts';

/** What the list depends on. Of the answers only its own: a read for another one would delay the list by its rest. */
export const OWN_LIST_IN: readonly WatchTarget[] = [
  'referrals',
  'arrived',
  'outbox',
  'rejected',
  { table: 'resources', key: REFERRALS_PATH },
];
