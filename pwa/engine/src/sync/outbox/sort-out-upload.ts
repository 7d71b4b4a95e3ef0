import {
  comparableContent,
  hasSameContent,
} from '@sunloop/shared-types/referrals/referral-content.ts';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { v7 as uuidv7 } from 'uuid';
import { findOwnReferrals, foldArrived } from '../../data/own-referrals.ts';
import type { UserDb } from '../../data/user-db.ts';

/** The rows of a file to queue, and the refused rows they replace. */
export interface SortedUpload {
  fresh: PushRow[];
  refused: string[];
}

/**
 * Tells a file's new rows from those this device knows to be on the server or waiting. A refused one is tried again,
 * unless the person has changed it since. A row's id says who was in the file, but that row may have been corrected
 * since: if it is somebody else's now, the file's row is new and gets an id of its own. The caller's transaction holds
 * `outbox`, `rejected`, `referrals` and `arrived`.
 */
export async function sortOut(db: UserDb, rows: readonly PushRow[]): Promise<SortedUpload> {
  const known = await knownRows(db, rows);
  const fresh: PushRow[] = [];
  const refused: string[] = [];
  const corrected: PushRow[] = [];
  for (const row of rows) {
    const here = known.get(row.id);
    if (!here) fresh.push(row);
    else if (here.isRefused && here.isSame) {
      refused.push(row.id);
      fresh.push(row);
    } else if (!here.isRefused && !here.isSame) corrected.push(row);
  }
  if (corrected.length > 0) fresh.push(...(await unknownOf(db, corrected)));
  return { fresh, refused };
}

interface Known {
  /** Whether the person here is the person in the file. */
  isSame: boolean;
  isRefused: boolean;
}

/** The rows that are here under ids of the file. */
async function knownRows(db: UserDb, rows: readonly PushRow[]): Promise<Map<string, Known>> {
  const wanted = new Map(rows.map((row) => [row.id, row]));
  const known = new Map<string, Known>();
  const note = (id: string, here: PushRow | null, isRefused = false) => {
    const row = wanted.get(id);
    if (!row) return;
    const isSame = !here || hasSameContent(here, row);
    known.set(id, { isSame, isRefused });
  };
  // Few are ever refused; a waiting or stored row overrides a refused one.
  for (const { id, row } of await db.rejected.toArray()) note(id, row, true);
  for (const row of await findOwnReferrals(db, [...wanted.keys()])) note(row.id, row);
  await db.outbox.each((entry) => {
    for (const row of entry.rows ?? []) note(row.id, row);
  });
  return known;
}

/** Those who are not here under another id, each with a new id. */
async function unknownOf(db: UserDb, rows: readonly PushRow[]): Promise<PushRow[]> {
  await foldArrived(db);
  const here = new Set<string>();
  await db.outbox.each(({ rows: waiting }) => {
    for (const row of waiting ?? []) here.add(JSON.stringify(comparableContent(row)));
  });
  await db.referrals.each((row) => here.add(JSON.stringify(comparableContent(row))));
  return rows
    .filter((row) => !here.has(JSON.stringify(comparableContent(row))))
    .map((row) => ({ ...row, id: uuidv7() }));
}
