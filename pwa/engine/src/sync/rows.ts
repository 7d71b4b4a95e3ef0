/** The person's own referrals, wherever each lives: at the office, waiting or refused. */

export { type AddedDay, followAdded, followToday } from './own/added.ts';
export { listRows, type ListRow, type RowFilter } from './own/list-rows.ts';
export { type Counts, followCounts } from './own/own-counts.ts';
export { readOwn, readOwnRow, readRejected } from './own/read-own.ts';
export { followRecent } from './own/read-recent.ts';
export { followRungs, type Rungs } from './own/rungs.ts';
