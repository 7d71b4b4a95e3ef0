import type { PushRow } from '@sunloop/shared-types';
import { patchSyncState, readSyncState } from '../data/sync-state.ts';
import type { OutboxEntry, RejectedRow, UserDb } from '../data/user-db.ts';
import { noteInLog } from './log-lines.ts';
import { pathOf, TOUCHED_BY_WRITE } from './resource-table.ts';
import { touchResources } from './store-answer.ts';
import type { RowVerdict, SettledRow } from './verdict.ts';

/** Rows as they were sent, the server's word on them, and when it came. */
interface Settling {
  sent: readonly PushRow[];
  verdicts: readonly RowVerdict[];
  /** In place of keeping refused rows as such. */
  keep?: ((settled: SettledRow[]) => Promise<void>) | undefined;
  now: number;
}

/** Takes judged rows out of the entry; what was refused is kept for the person. */
export async function settleRows(
  db: UserDb,
  entry: OutboxEntry,
  { sent, verdicts, keep, now }: Settling,
): Promise<void> {
  const judged = verdictsOf(sent, verdicts);
  const settled = entry.rows.flatMap((row) => {
    const verdict = judged.get(JSON.stringify(row));
    return verdict ? [{ row, verdict }] : [];
  });
  const refused = settled.flatMap((each) => toRejected(each, entry, now));
  await (keep ? keep(settled) : db.rejected.bulkPut(refused));
  await keepRest(db, entry, new Set(settled.map(({ row }) => row)));
  await noteSettled(db, entry, { settled, refused, now });
  await showReferrals(
    db,
    settled.map(({ verdict }) => verdict),
  );
  await noteArrival(db, now);
}

/** Something reached the server: reads on their way may miss it, and what it touches is fetched again. */
export async function noteArrival(db: UserDb, now: number): Promise<void> {
  await patchSyncState(db, ({ writes }) => ({ writes: writes + 1, lastSentAt: now }));
  await touchResources(db, TOUCHED_BY_WRITE.map(pathOf));
}

/**
 * By the row as it was sent: one the person changed meanwhile is sent again under its id, and the server
 * says whether the earlier version had arrived.
 */
function verdictsOf(sent: readonly PushRow[], verdicts: readonly RowVerdict[]) {
  const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  const pairs = sent.flatMap((row): [string, RowVerdict][] => {
    const verdict = byId.get(row.id);
    return verdict ? [[JSON.stringify(row), verdict]] : [];
  });
  return new Map(pairs);
}

const CONFLICT_TEXT = 'An earlier version of this referral has already been sent';

function toRejected(
  { row, verdict }: SettledRow,
  { savedAt, uploadId }: OutboxEntry,
  rejectedAt: number,
): RejectedRow[] {
  if (!verdict.isRefused) return [];
  const { code = 'invalid', error = '' } = verdict;
  const text = code === 'id_conflict' ? CONFLICT_TEXT : error;
  const from = uploadId === undefined ? {} : { uploadId };
  return [{ id: row.id, row, code, error: text, savedAt, rejectedAt, ...from }];
}

/** A healed entry grows back to whole batches, or one bad row would slow down hundreds. */
export async function keepRest(
  db: UserDb,
  entry: OutboxEntry,
  gone: ReadonlySet<PushRow>,
): Promise<void> {
  const rest = entry.rows.filter((row) => !gone.has(row));
  if (rest.length === 0) return db.outbox.delete(entry.key);
  const chunk = entry.chunk === undefined ? {} : { chunk: entry.chunk * 2 };
  await db.outbox.put({ ...entry, rows: rest, attempts: 0, ...chunk });
}

interface Settled {
  settled: SettledRow[];
  refused: RejectedRow[];
  now: number;
}

async function noteSettled(
  db: UserDb,
  { key, uploadId }: OutboxEntry,
  { settled, refused, now }: Settled,
): Promise<void> {
  const taken = settled.filter(({ verdict }) => !verdict.isRefused);
  await noteInLog(db, { key, rows: taken.map(({ row }) => row), event: 'sent' }, now);
  for (const reason of new Set(refused.map(({ code }) => code))) {
    const rows = refused.flatMap(({ row, code }) => (row && code === reason ? row : []));
    await noteInLog(db, { key, rows, event: 'refused', reason }, now);
  }
  if (uploadId !== undefined) await countUpload(db, uploadId, taken);
}

async function countUpload(db: UserDb, uploadId: string, taken: SettledRow[]): Promise<void> {
  const upload = await db.uploads.get(uploadId);
  if (!upload) return;
  const older = taken.filter(wasThereBefore).length;
  const sent = upload.sent + taken.length - older;
  await db.uploads.put({ ...upload, sent, alreadyThere: upload.alreadyThere + older });
}

/** The server keeps the first date it was told, so another one is that of an earlier upload. */
function wasThereBefore({ row, verdict }: SettledRow): boolean {
  if (!verdict.wasStored || !verdict.referral || !row.date) return false;
  return Date.parse(verdict.referral.date) < Date.parse(row.date);
}

/** Shows stored rows at once, but never in a database whose user has signed out meanwhile. */
async function showReferrals(db: UserDb, rows: readonly RowVerdict[]): Promise<void> {
  if (!(await readSyncState(db)).isOpen) return;
  await db.referrals.bulkPut(rows.flatMap(({ referral }) => referral ?? []));
}
