import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { call } from '../../api/client.ts';
import { isProblem, notLoaded } from '../../api/problems.ts';
import { type EntryOf, OUTBOX_KINDS, type OutboxEntry } from '../../data/outbox-kinds.ts';
import type { UserDb } from '../../data/user-db.ts';
import { judgeAnswer, judgeProblem, type Verdict } from '../answers/verdict.ts';

type Send<Entry> = (db: UserDb, entry: Entry, receipts: string[]) => Promise<Verdict>;
const { own, acts, calls, sealed, onBehalf } = OUTBOX_KINDS;

/** Sends all rows of an entry, with the receipts of one's own, and judges the answer. */
export const sendEntry: Send<OutboxEntry> = async (db, entry, receipts) => {
  try {
    return await sendByKind(db, entry, receipts);
  } catch (error) {
    if (!isProblem(error)) throw error;
    return judgeProblem(error, entry.rows.length, entry.attempts);
  }
};

/** Few people send anything but their own referrals, so the other senders are loaded when they are needed. */
const sendByKind: Send<OutboxEntry> = async (db, entry, receipts) => {
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
};

const sendOwn: Send<EntryOf<'own'>> = async (db, { rows, isAgain }, receipts) => {
  const again = { isAgain, ...(receipts.length > 0 && { receipts }) };
  const body = { referrals: rows, brief: true, briefStored: true, ...again };
  const { data } = await call(customerRoutes.pushReferrals, { body, expectedUser: db.userId });
  return judgeAnswer(data, rows, db.userId);
};
