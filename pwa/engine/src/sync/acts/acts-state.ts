import { type CallAct, isContact } from '@sunloop/shared-types/referrals/calls.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { isCall, readActEntries, wishOf } from '../../data/act-row.ts';
import type { ActRow } from '../../data/outbox-kinds.ts';
import type { ConflictRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { enqueueActs } from './enqueue-acts.ts';

/** What a referral becomes through a waiting act; shown in place of what the server holds. */
export interface WaitingAct {
  status?: string;
  isDeleted?: true;
  /** The referral as the admin saw it. */
  referral?: AdminReferral | undefined;
  /** Calls to the person, in the order they were made. */
  calls?: readonly CallAct[];
  /** One of those makes a submitted referral a contacted one. */
  isContacted?: true;
}

/** Waiting acts by their referral. */
export type WaitingActs = ReadonlyMap<string, WaitingAct>;

/** Waiting acts by their referral. A Dexie read, for a live query. */
export async function readWaitingActs(db: UserDb): Promise<Map<string, WaitingAct>> {
  const entries = await withReopen(db, () => readActEntries(db));
  const waiting = new Map<string, WaitingAct>();
  for (const row of entries.flatMap(({ rows }) => rows)) {
    waiting.set(row.act.id, overlayOf(row, waiting.get(row.act.id)));
  }
  return waiting;
}

/** What a referral becomes through an act after others. */
function overlayOf(row: ActRow, before: WaitingAct = {}): WaitingAct {
  const referral = row.referral ?? before.referral;
  const act = wishOf(row);
  if (isCall(act)) return { ...called(before, act), referral };
  const calls = before.calls && { calls: before.calls };
  if (act.act === 'delete') return { isDeleted: true, referral, ...calls };
  return { status: act.status, referral, ...calls };
}

function called(before: WaitingAct, call: CallAct): WaitingAct {
  const calls = [...(before.calls ?? []), call];
  if (!isContact(call.outcome)) return { ...before, calls };
  if (before.status === 'submitted') return { ...before, calls, status: 'contact_made' };
  return { ...before, calls, isContacted: true };
}

/** The status a referral has once what waits for it is done. */
export function statusAfter(stored: string, act: WaitingAct | undefined): string {
  if (act?.status !== undefined) return act.status;
  return act?.isContacted && stored === 'submitted' ? 'contact_made' : stored;
}

/** Acts the server did not carry out, oldest first. A Dexie read, for a live query. */
export function readConflicts(db: UserDb): Promise<ConflictRow[]> {
  return withReopen(db, () => db.conflicts.orderBy('at').toArray());
}

/** The person accepts the server's version, in a conflict with this id. */
export async function keepTheirs(db: UserDb, id: string): Promise<void> {
  await withReopen(db, () => db.conflicts.delete(id));
}

/** The person has seen what is there now and still wants their own change. */
export async function setMine(db: UserDb, { act, referral }: ConflictRow): Promise<void> {
  const again = isCall(act) ? act : { ...act, expected: referral?.status ?? act.expected };
  await enqueueActs(db, [again], referral ? [referral] : []);
}
