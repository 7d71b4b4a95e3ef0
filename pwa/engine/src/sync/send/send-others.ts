import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { notLoaded } from '../../api/problems.ts';
import {
  HANDOVER_VERSION,
  type OutboxEntry,
  TAKEN_VERSION,
  type UserDb,
} from '../../data/user-db.ts';
import type { Verdict } from '../answers/verdict.ts';

/**
 * Sends rows that are not the person's own referrals: an admin's acts, what this person carries for another one, or what
 * they took for others.
 */
export async function sendOthers(
  db: UserDb,
  entry: OutboxEntry,
  rows: readonly PushRow[],
): Promise<Verdict> {
  if (entry.v === HANDOVER_VERSION) {
    const { sendSealed } = await import('../courier/send-sealed.ts').catch(notLoaded);
    return sendSealed(db, entry, rows);
  }
  if (entry.v === TAKEN_VERSION) {
    const { sendTaken } = await import('../on-behalf/send-taken.ts').catch(notLoaded);
    return sendTaken(db, entry, rows);
  }
  const { sendActs } = await import('../acts/send-acts.ts').catch(notLoaded);
  return sendActs(db, entry, rows);
}
