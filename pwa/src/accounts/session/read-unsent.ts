import { readEntries } from '@sunloop/engine/data/find-unsent.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { readStatus } from '@sunloop/engine/status.ts';
import { withReopen } from '@sunloop/engine/data/with-reopen.ts';

/** What a person did that the server does not have; logging out asks what should happen to it. */
export interface UnsentCounts {
  /** Referrals that wait or were refused. */
  referrals: number;
  rejected: number;
  /** Files of others, on their way to the server by this person. */
  carried: number;
  /** An admin's changes that wait, and those that were not made and wait for an answer. */
  acts: number;
  conflicts: number;
  all: number;
}

/** A Dexie read, for a live query. */
export async function readUnsent(db: UserDb): Promise<UnsentCounts> {
  const [{ waiting, rejected }, actEntries, files, conflicts] = await withReopen(db, () =>
    Promise.all([
      readStatus(db),
      readEntries(db, 'acts', 'calls'),
      readEntries(db, 'sealed'),
      db.conflicts.count(),
    ]),
  );
  const acts = actEntries.reduce((sum, { rows }) => sum + rows.length, 0);
  const carried = files.length;
  const referrals = waiting - acts - carried + rejected;
  return { referrals, rejected, carried, acts, conflicts, all: waiting + rejected + conflicts };
}
