import {
  ACTS_BATCH_ROWS,
  type AdminReferral,
  REFERRAL_STATUS_LABELS,
  ReferralAct,
} from '@sunloop/shared-types';
import * as v from 'valibot';
import { ACTS_VERSION, type OutboxEntry, type UserDb } from './user-db.ts';

/**
 * What an admin does to one referral, as stored in the outbox: a row of an entry of `ACTS_VERSION`, so it is counted,
 * halved, logged and taken back like any other row.
 */
export interface ActRow {
  /** The key of this act, not of the referral; the server does it once under this key. */
  id: string;
  /** What the act is called: 'Completed for Ada Lovelace'. */
  name: string;
  /** Id of the referral. */
  email: string;
  /** The name of the person referred. */
  who: string;
  /** The referral as the admin saw it, to be shown while this waits; not written by older builds. */
  referral?: AdminReferral | undefined;
  act: ReferralAct;
  /** What the person has wanted since this act was tried; sent once the server has answered this one. */
  next?: ReferralAct | undefined;
}

export interface ActEntry extends OutboxEntry {
  rows: ActRow[];
}

const NOBODY = 'a referral';

/** 'Completed for Ada Lovelace', 'Delete Ada Lovelace'. */
export function tellAct(act: ReferralAct, who: string): string {
  const name = who || NOBODY;
  return act.act === 'delete'
    ? `Delete ${name}`
    : `${REFERRAL_STATUS_LABELS[act.status]} for ${name}`;
}

/** What the person wants in the end. */
export function wishOf({ act, next }: ActRow): ReferralAct {
  return next ?? act;
}

/** Whether two acts lead to the same result. */
export function isSameWish(one: ReferralAct, other: ReferralAct): boolean {
  const targetOf = (act: ReferralAct) => (act.act === 'status' ? act.status : null);
  return targetOf(one) === targetOf(other);
}

/** Entries of acts, oldest first; unreadable ones are left to the next drain. */
export async function readActEntries(db: UserDb): Promise<ActEntry[]> {
  const entries = await db.outbox.where('v').equals(ACTS_VERSION).toArray();
  // Their rows are acts; `every` has just checked that.
  return (entries as ActEntry[]).filter(
    ({ rows }) => Array.isArray(rows) && rows.every((row) => v.is(ReferralAct, row?.act)),
  );
}

/** Batches of at most 100 acts. */
export function toActEntries(rows: readonly ActRow[], savedAt: number): Omit<OutboxEntry, 'key'>[] {
  const entries = [];
  for (let at = 0; at < rows.length; at += ACTS_BATCH_ROWS) {
    const batch = rows.slice(at, at + ACTS_BATCH_ROWS);
    entries.push({ v: ACTS_VERSION, rows: batch, savedAt, attempts: 0 });
  }
  return entries;
}
