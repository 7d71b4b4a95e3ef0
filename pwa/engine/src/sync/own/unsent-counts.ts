import { readEntries } from '../../data/find-unsent.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { readStatus } from '../send/status.ts';

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

/** How many rows wait or were refused, if one of them has for so long (milliseconds); otherwise 0. */
export async function countLongUnsent(db: UserDb, longMs: number): Promise<number> {
  const [{ waiting, rejected }, entry, refused] = await withReopen(db, () =>
    Promise.all([readStatus(db), db.outbox.toCollection().first(), db.rejected.toArray()]),
  );
  const times = [entry, ...refused].map((of) => of?.savedAt ?? Infinity);
  return Date.now() - Math.min(...times) < longMs ? 0 : waiting + rejected;
}
