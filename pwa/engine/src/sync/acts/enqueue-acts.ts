import type { ReferralAct, ReferralChange } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { v7 as uuidv7 } from 'uuid';
import {
  type ActEntry,
  isCall,
  isSameWish,
  readActEntries,
  recordIdOf,
  tellAct,
} from '../../data/act-row.ts';
import { toEntries } from '../../data/outbox-entry.ts';
import type { ActRow } from '../../data/outbox-kinds.ts';
import { readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { isPauseOver } from '../ground/backoff.ts';
import { SENDING_MARK_MS } from '../ground/deps.ts';
import { putEntries, saveWhole } from '../outbox/enqueue.ts';
import { noteInLog } from '../outbox/log-lines.ts';

/**
 * Hands acts over to be sent; once it resolves they are saved. A change of a referral that has one waiting takes its
 * place or follows it, and a call is added (rule 25). `seen` are the referrals as the admin saw them. Throws `StorageFull` when the disk is
 * full; nothing is saved then.
 */
export async function enqueueActs(
  db: UserDb,
  acts: readonly ReferralAct[],
  seen: readonly AdminReferral[] = [],
): Promise<void> {
  const savedAt = Date.now();
  const rows = toActRows(lastOfEach(acts), seen);
  await saveWhole(db, [db.outbox, db.conflicts, db.sync], async () => {
    await putEntries(db, toEntries(await mergeIntoWaiting(db, rows, savedAt), savedAt));
    // Somebody who acts again has seen what became of the earlier act.
    await db.conflicts.bulkDelete(rows.map(({ act }) => recordIdOf(act)));
  });
}

/** Of several changes of one referral at once, only the last counts, starting from what the first saw; and each call. */
function lastOfEach(acts: readonly ReferralAct[]): ReferralAct[] {
  const meant = new Map<string, ReferralChange>();
  for (const act of acts) {
    if (isCall(act)) continue;
    meant.set(act.id, { ...act, expected: meant.get(act.id)?.expected ?? act.expected });
  }
  return [...meant.values(), ...acts.filter(isCall)];
}

/** Names are only for display: an act on a referral nobody handed over works just as well. */
function toActRows(acts: readonly ReferralAct[], seen: readonly AdminReferral[]): ActRow[] {
  const known = new Map(seen.map((referral) => [referral.id, referral]));
  return acts.map((act) => {
    const referral = known.get(act.id);
    const { name: who = '', email = '' } = referral ?? {};
    const id = isCall(act) ? act.key : uuidv7();
    return { id, name: tellAct(act, who), email, who, referral, act };
  });
}

/**
 * Merges changes into those already waiting for the same referral; returns the other acts. A change before a waiting call
 * stays, because the call may change the status from what it leads to.
 */
async function mergeIntoWaiting(
  db: UserDb,
  rows: readonly ActRow[],
  now: number,
): Promise<ActRow[]> {
  const { sending, sendingUntil } = await readSyncState(db);
  const isInFlight = sending > 0 && !isPauseOver(sendingUntil, now, SENDING_MARK_MS);
  const newByReferral = new Map(
    rows.flatMap((row) => (isCall(row.act) ? [] : [[row.act.id, row]])),
  );
  const merged = new Set<ActRow>();
  for (const entry of (await readActEntries(db)).toReversed()) {
    const mayReplace = entry.triedAt === undefined && !isInFlight;
    const changed = entry.rows.map((row) => {
      const newer = newByReferral.get(row.act.id);
      newByReferral.delete(row.act.id);
      if (!newer || isCall(row.act)) return row;
      merged.add(newer);
      return mayReplace ? replaceAct(row.act, newer) : followAct(row, newer);
    });
    await putChanged(db, entry, changed);
  }
  return rows.filter((row) => !merged.has(row));
}

/** Never tried: only the last one is sent, and nothing if it leads back to what was there before. */
function replaceAct({ expected }: ReferralChange, newer: ActRow): ActRow | undefined {
  const { act } = newer;
  if (act.act === 'status' && act.status === expected) return undefined;
  // Under its own id: if the first is on its way after all, the server must tell the two apart.
  return isCall(act) ? newer : { ...newer, act: { ...act, expected } };
}

/** The first may have arrived, so the new one goes after it and starts from its result. */
function followAct(waiting: ActRow, { act, name }: ActRow): ActRow {
  const next = isCall(act) || isSameWish(waiting.act, act) ? undefined : act;
  return { ...waiting, name, next };
}

async function putChanged(
  db: UserDb,
  entry: ActEntry,
  merged: readonly (ActRow | undefined)[],
): Promise<void> {
  if (merged.every((row, at) => row === entry.rows[at])) return;
  const rows = merged.filter((row) => row !== undefined);
  await (rows.length > 0 ? db.outbox.put({ ...entry, rows }) : db.outbox.delete(entry.key));
}

/** Takes the last act on a referral back; returns whether one was waiting. One on its way may still arrive (rule 20). */
export function takeBackAct(db: UserDb, referralId: string): Promise<boolean> {
  const isAbout = ({ act }: ActRow) => act.id === referralId;
  return withReopen(db, () =>
    db.transaction('rw', db.outbox, db.log, db.sync, async () => {
      const entry = (await readActEntries(db)).findLast(({ rows }) => rows.some(isAbout));
      if (!entry) return false;
      const rest = entry.rows.map((row) => (isAbout(row) ? undefined : row));
      await putChanged(db, entry, rest);
      const { key, rows } = entry;
      await noteInLog(db, [{ key, rows: rows.filter(isAbout), event: 'removed' }], Date.now());
      return true;
    }),
  );
}
