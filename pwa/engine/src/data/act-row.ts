import { ACTS_BATCH_ROWS } from '@sunloop/shared-types/limits.ts';
import { ReferralAct, type ReferralChange } from '@sunloop/shared-types/referrals/admin-act.ts';
import { CALL_OUTCOME_LABELS, type CallAct } from '@sunloop/shared-types/referrals/calls.ts';
import {
  type AdminReferral,
  REFERRAL_STATUS_LABELS,
} from '@sunloop/shared-types/referrals/referral.ts';
import * as v from 'valibot';
import { ACTS_VERSION, CALLS_VERSION, type OutboxEntry, type UserDb } from './user-db.ts';

/**
 * What an admin does to one referral, as stored in the outbox: a row of an entry of `ACTS_VERSION` or, of a call, `CALLS_VERSION`, so it is
 * counted, halved, logged and taken back like any other row.
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
  /** What the person has wanted since this act was tried; sent once the server has answered this one. Calls have none. */
  next?: ReferralChange | undefined;
}

export interface ActEntry extends OutboxEntry {
  rows: ActRow[];
}

const NOBODY = 'a referral';

/** Whether an act notes a call: it has happened, so it replaces no other act and none replaces it. */
export const isCall = (act: ReferralAct): act is CallAct => act.act === 'call';

/** Under what is kept what became of an act: the last change of a referral counts, and each call. */
export const recordIdOf = (act: ReferralAct): string => (isCall(act) ? act.key : act.id);

/** 'Completed for Ada Lovelace', 'Delete Ada Lovelace', 'Call to Ada Lovelace: no answer'. */
export function tellAct(act: ReferralAct, who: string): string {
  const name = who || NOBODY;
  if (isCall(act)) return `Call to ${name}: ${CALL_OUTCOME_LABELS[act.outcome].toLowerCase()}`;
  return act.act === 'delete'
    ? `Delete ${name}`
    : `${REFERRAL_STATUS_LABELS[act.status]} for ${name}`;
}

/** What the person wants in the end. */
export function wishOf({ act, next }: ActRow): ReferralAct {
  return next ?? act;
}

/** Whether two changes lead to the same result; a call is none. */
export function isSameWish(one: ReferralAct, other: ReferralChange): boolean {
  const targetOf = (act: ReferralAct) => (act.act === 'status' ? act.status : null);
  return targetOf(one) === targetOf(other);
}

/** Entries of acts, oldest first; unreadable ones are left to the next drain. */
export async function readActEntries(db: UserDb): Promise<ActEntry[]> {
  const entries = await db.outbox.where('v').anyOf(ACTS_VERSION, CALLS_VERSION).sortBy('key');
  // Their rows are acts; `every` has just checked that.
  return (entries as ActEntry[]).filter(
    ({ rows }) => Array.isArray(rows) && rows.every((row) => v.is(ReferralAct, row?.act)),
  );
}

/** Batches of at most 100 acts; calls have entries of their own. */
export function toActEntries(rows: readonly ActRow[], savedAt: number): Omit<OutboxEntry, 'key'>[] {
  return [...Map.groupBy(rows, versionOf)].flatMap(([v, alike]) => {
    const entries = [];
    for (let at = 0; at < alike.length; at += ACTS_BATCH_ROWS) {
      entries.push({ v, rows: alike.slice(at, at + ACTS_BATCH_ROWS), savedAt, attempts: 0 });
    }
    return entries;
  });
}

const versionOf = ({ act }: ActRow) => (isCall(act) ? CALLS_VERSION : ACTS_VERSION);
