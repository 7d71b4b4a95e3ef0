import { countWaiting } from '@sunloop/engine/data/find-unsent.ts';
import { countOwnReferrals } from '@sunloop/engine/data/own-referrals.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { REFERRALS_PATH } from '@sunloop/engine/read.ts';
import { withReopen } from '@sunloop/engine/data/with-reopen.ts';

/** Referrals as this device knows them. */
export type Counts = { total: number; successful: number; pending: number; waiting: number };

/** What they depend on. */
export const COUNTED_IN = [
  'referrals',
  'arrived',
  'outbox',
  { table: 'resources', key: REFERRALS_PATH },
] as const;

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
