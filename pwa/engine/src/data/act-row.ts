import { ReferralAct, type ReferralChange } from '@sunloop/shared-types/referrals/admin-act.ts';
import { CALL_OUTCOME_LABELS, type CallAct } from '@sunloop/shared-types/referrals/calls.ts';
import { REFERRAL_STATUS_LABELS } from '@sunloop/shared-types/referrals/referral.ts';
import * as v from 'valibot';
import { readEntries } from './find-unsent.ts';
import type { ActRow, EntryOf } from './outbox-kinds.ts';
import type { UserDb } from './user-db.ts';

export type ActEntry = EntryOf<'acts' | 'calls'>;

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
  const entries = await readEntries(db, 'acts', 'calls');
  return entries.filter(({ rows }) => rows.every((row) => v.is(ReferralAct, row?.act)));
}
