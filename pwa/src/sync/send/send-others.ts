import type { PushRow } from '@sunloop/shared-types';
import { notLoaded } from '../../api/problems.ts';
import { HANDOVER_VERSION, type OutboxEntry, type UserDb } from '../../data/user-db.ts';
import type { Verdict } from '../answers/verdict.ts';

/** Sends rows that are no new referrals: an admin's acts, or what this person carries for another one. */
export async function sendOthers(
  db: UserDb,
  entry: OutboxEntry,
  rows: readonly PushRow[],
): Promise<Verdict> {
  if (entry.v === HANDOVER_VERSION) {
    const { sendSealed } = await import('../handover/send-sealed.ts').catch(notLoaded);
    return sendSealed(db, entry, rows);
  }
  const { sendActs } = await import('../acts/send-acts.ts').catch(notLoaded);
  return sendActs(db, entry, rows);
}
