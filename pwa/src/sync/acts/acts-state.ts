import type { ReferralAct } from '@sunloop/shared-types';
import { readActEntries, wishOf } from '../../data/act-row.ts';
import type { ConflictRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { enqueueActs } from './enqueue-acts.ts';

/** What a referral becomes through a waiting act; shown in place of what the server holds. */
export interface WaitingAct {
  status?: string;
  isDeleted?: true;
}

/** Waiting acts by their referral. A Dexie read, for a live query. */
export async function readWaitingActs(db: UserDb): Promise<Map<string, WaitingAct>> {
  const entries = await withReopen(db, () => readActEntries(db));
  const wishes = entries.flatMap(({ rows }) => rows.map(wishOf));
  return new Map(wishes.map((act) => [act.id, overlayOf(act)]));
}

function overlayOf(act: ReferralAct): WaitingAct {
  return act.act === 'delete' ? { isDeleted: true } : { status: act.status };
}

/** Acts the server did not carry out, oldest first. A Dexie read, for a live query. */
export function readConflicts(db: UserDb): Promise<ConflictRow[]> {
  return withReopen(db, () => db.conflicts.orderBy('at').toArray());
}

/** The person accepts the server's version. */
export async function keepTheirs(db: UserDb, referralId: string): Promise<void> {
  await withReopen(db, () => db.conflicts.delete(referralId));
}

/** The person has seen what is there now and still wants their own change. */
export async function setMine(db: UserDb, { act, referral }: ConflictRow): Promise<void> {
  await enqueueActs(db, [{ ...act, expected: referral?.status ?? act.expected }]);
}
