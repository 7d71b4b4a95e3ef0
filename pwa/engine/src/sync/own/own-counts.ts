import { countWaiting } from '../../data/find-unsent.ts';
import { countOwnReferrals } from '../../data/own-referrals.ts';
import { followRead } from '../../data/follow-read.ts';
import type { Follow } from '../../lib/follow.ts';
import type { UserDb } from '../../data/user-db.ts';
import { REFERRALS_PATH } from '../read/referral-versions.ts';
import { withReopen } from '../../data/with-reopen.ts';

/** Referrals as this device knows them. */
export type Counts = { total: number; successful: number; pending: number; waiting: number };

/** What they depend on. */
const COUNTED_IN = [
  'referrals',
  'arrived',
  'outbox',
  { table: 'resources', key: REFERRALS_PATH },
] as const;

/** The counts, live. */
export function followCounts(db: UserDb): Follow<Counts | undefined> {
  return followRead(db, COUNTED_IN, () => readCounts(db));
}

/**
 * Counts from indexes, never from rows. What waits counts as pending at once; what was refused does
 * not count. Undefined while the server's list has never arrived.
 */
export async function readCounts(db: UserDb): Promise<Counts | undefined> {
  const [resource, { total: stored, completed: successful }, waiting] = await withReopen(db, () =>
    Promise.all([db.resources.get(REFERRALS_PATH), countOwnReferrals(db), countWaiting(db)]),
  );
  if (!resource?.fetchedAt && stored === 0 && waiting === 0) return undefined;
  const total = stored + waiting;
  return { total, successful, pending: total - successful, waiting };
}
