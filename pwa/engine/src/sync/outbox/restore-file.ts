import { readOwnUser } from '../../data/device-db.ts';
import { readKeptTaken } from '../../data/kept-taken.ts';
import { toEntries } from '../../data/outbox-entry.ts';
import { foldArrived } from '../../data/own-referrals.ts';
import type { RejectedRow, UserDb } from '../../data/user-db.ts';
import { putEntries, saveWhole } from './enqueue.ts';
import { idsSince } from './mended-id.ts';
import type { UnsentFile } from './read-unsent-file.ts';

/** How many lines of a file came back: rows to send, refused ones and conflicts for the person; the rest was here. */
export interface Restored {
  queued: number;
  refused: number;
  conflicts: number;
  alreadyThere: number;
}

/**
 * Whether a file is this user's: by its id or, if the server lost the account and the person made it anew (decision 43),
 * by its email.
 */
export async function isOwnFile(
  db: UserDb,
  { owner, account }: Pick<UnsentFile, 'owner' | 'account'>,
): Promise<boolean> {
  if (owner === db.userId) return true;
  const user = await readOwnUser();
  return user?.id === db.userId && user.email === account;
}

/**
 * Brings back what a file of this user holds, in one transaction: what waited is sent under the ids it had, so that it
 * arrives once, whichever device sends it; refused rows and conflicts wait for the person again. What is here already
 * is left as it is. Throws `StorageFull` when the disk is full; nothing is saved then.
 */
export async function restoreFile(db: UserDb, file: UnsentFile): Promise<Restored> {
  if (!(await isOwnFile(db, file))) throw new Error('The file belongs to somebody else.');
  const savedAt = Date.now();
  const lists = [db.referrals, db.arrived, db.resources];
  const tables = [db.outbox, db.rejected, db.conflicts, db.doneActs, db.sync, ...lists];
  const restored = await saveWhole(db, tables, async () => {
    await foldArrived(db);
    const isHere = await whatIsHere(db);
    const rows = file.rows.filter(({ id }) => !isHere(id));
    const others = file.others.filter(({ row }) => !isHere(row.id));
    const refused = file.refused.filter(({ id }) => !isHere(id)).map(withoutUpload);
    const asked = new Set(await db.conflicts.toCollection().primaryKeys());
    const conflicts = file.conflicts.filter(({ id }) => !asked.has(id));
    const made = others.map(({ v, row }) => ({ v, rows: [row], savedAt, attempts: 0 }));
    await putEntries(db, [...toEntries(rows, savedAt), ...made]);
    await db.rejected.bulkPut(refused);
    await db.conflicts.bulkPut(conflicts);
    return {
      queued: rows.length + others.length,
      refused: refused.length,
      conflicts: conflicts.length,
    };
  });
  const total = file.rows.length + file.others.length + file.refused.length + file.conflicts.length;
  const { queued, refused, conflicts } = restored;
  return { ...restored, alreadyThere: total - queued - refused - conflicts };
}

// An upload that is here has told already what became of the row: it was mended and sent, or removed.
function withoutUpload(row: RejectedRow): RejectedRow {
  const copy = { ...row };
  delete copy.uploadId;
  return copy;
}

/** Tells by its id what waits, was refused, is stored or was done for this device, also after it was mended. */
async function whatIsHere(db: UserDb): Promise<(id: string) => boolean> {
  const [entries, rejected, stored, done, taken] = await Promise.all([
    db.outbox.toArray(),
    db.rejected.toCollection().primaryKeys(),
    db.referrals.toCollection().primaryKeys(),
    db.doneActs.toArray(),
    readKeptTaken(db),
  ]);
  const waiting = entries.flatMap(({ rows }) =>
    Array.isArray(rows) ? rows.map((row) => row?.id) : [],
  );
  const sent = [...taken.map((row) => row.id), ...done.map(({ key }) => key)];
  const here = new Set([...waiting, ...rejected, ...stored, ...sent]);
  return (id) => idsSince(id).some((each) => here.has(each));
}
