import type { AdminReferral } from '@sunloop/shared-types';
import { type ActRow, readActEntries, wishOf } from '../../data/act-row.ts';
import type { ConflictRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { enqueueActs } from './enqueue-acts.ts';

/** What a referral becomes through a waiting act; shown in place of what the server holds. */
export interface WaitingAct {
  status?: string;
  isDeleted?: true;
  /** The referral as the admin saw it. */
  referral?: AdminReferral | undefined;
}

/** Waiting acts by their referral. */
export type WaitingActs = ReadonlyMap<string, WaitingAct>;

/** Waiting acts by their referral. A Dexie read, for a live query. */
export async function readWaitingActs(db: UserDb): Promise<Map<string, WaitingAct>> {
  const entries = await withReopen(db, () => readActEntries(db));
  const waiting = entries.flatMap(({ rows }) => rows);
  return new Map(waiting.map((row) => [row.act.id, overlayOf(row)]));
}

function overlayOf(row: ActRow): WaitingAct {
  const { referral } = row;
  const act = wishOf(row);
  return act.act === 'delete' ? { isDeleted: true, referral } : { status: act.status, referral };
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
  const again = { ...act, expected: referral?.status ?? act.expected };
  await enqueueActs(db, [again], referral ? [referral] : []);
}
