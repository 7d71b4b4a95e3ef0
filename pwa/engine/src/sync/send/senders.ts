import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { call } from '../../api/client.ts';
import { notLoaded } from '../../api/problems.ts';
import { type EntryOf, OUTBOX_KINDS, type OutboxEntry } from '../../data/outbox-kinds.ts';
import type { UserDb } from '../../data/user-db.ts';
import { judgeAnswer, type Verdict } from '../answers/verdict.ts';

const { own, acts, calls, sealed, onBehalf } = OUTBOX_KINDS;

/**
 * Sends all rows of an entry, each kind by its own sender; `receipts` are those of one's own rows. Throws `Problem` where
 * the kind has nothing to say to it. Few people send anything but their own, so the other senders are loaded when needed.
 */
export async function sendEntry(
  db: UserDb,
  entry: OutboxEntry,
  receipts: string[],
): Promise<Verdict> {
  switch (entry.v) {
    case own.v:
      return sendOwn(db, entry, receipts);
    case acts.v:
    case calls.v:
      return (await import('../acts/send-acts.ts').catch(notLoaded)).sendActs(db, entry);
    case sealed.v:
      return (await import('../courier/send-sealed.ts').catch(notLoaded)).sendSealed(db, entry);
    case onBehalf.v:
      return (await import('../on-behalf/send-taken.ts').catch(notLoaded)).sendTaken(db, entry);
  }
}

async function sendOwn(
  db: UserDb,
  { rows, isAgain }: EntryOf<'own'>,
  receipts: string[],
): Promise<Verdict> {
  const again = { isAgain, ...(receipts.length > 0 && { receipts }) };
  const body = { referrals: rows, brief: true, briefStored: true, ...again };
  const { data } = await call(customerRoutes.pushReferrals, { body, expectedUser: db.userId });
  return judgeAnswer(data, rows, db.userId);
}
