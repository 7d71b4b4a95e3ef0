import type { PushRow } from '@sunloop/shared-types';
import { v7 as uuidv7 } from 'uuid';
import { readSyncState } from '../../data/sync-state.ts';
import {
  ACTS_VERSION,
  type OutboxEntry,
  type RejectedRow,
  type UserDb,
} from '../../data/user-db.ts';
import { recordEvent } from '../../lib/analytics.ts';
import { noteInLog } from '../waiting/log-lines.ts';
import { type ListMark, type Pushed, showPushed } from '../read/referral-versions.ts';
import { pathOf, TOUCHED_BY_WRITE } from '../read/resource-table.ts';
import { touchResources } from '../read/store-answer.ts';
import { uploadRowId } from '../upload/upload-row-id.ts';
import type { RowVerdict, SettledRow, Verdict } from './verdict.ts';

/** Rows that left the outbox, and the entry that held them. */
export interface Settled {
  rows: SettledRow[];
  entry: OutboxEntry | undefined;
}

/** The readable part of an entry, and the unreadable part that stays with it. */
interface Readable {
  entry: OutboxEntry;
  damaged: readonly unknown[];
}

/** Rows as they were sent, the verdicts on them, and when those came. */
interface Settling {
  sent: readonly PushRow[];
  verdicts: readonly RowVerdict[];
  /** Used instead of keeping refused rows as such. */
  keep?: ((settled: SettledRow[]) => Promise<void>) | undefined;
  now: number;
}

/** Takes judged rows out of the entry; refused ones are kept for the person. Returns the judged rows. */
export async function settleRows(
  db: UserDb,
  { entry, damaged }: Readable,
  { sent, verdicts, keep, now }: Settling,
): Promise<SettledRow[]> {
  const judged = verdictsOf(sent, verdicts);
  const settled = entry.rows.flatMap((row) => {
    const verdict = judged.get(JSON.stringify(row));
    return verdict ? [{ row, verdict }] : [];
  });
  const again = settled.filter((each) => !keep && isTakenId(db, entry, each));
  const refused = settled
    .filter((each) => !again.includes(each))
    .flatMap((each) => toRejected(each, entry, now));
  await (keep ? keep(settled) : db.rejected.bulkPut(refused));
  const renamed = new Map(again.map(({ row }) => [row, { ...row, id: uuidv7() }]));
  const gone = new Set(settled.map(({ row }) => row).filter((row) => !renamed.has(row)));
  await keepRest(db, { entry, damaged }, gone, renamed);
  return settled.filter((each) => !again.includes(each));
}

/**
 * The server has other content under the id made for this row of a file: a row that was corrected before it was sent.
 * The person in this row is not there yet, so the row is sent under an id of its own.
 */
function isTakenId(db: UserDb, { uploadId }: OutboxEntry, { row, verdict }: SettledRow): boolean {
  const { isRefused, code } = verdict;
  if (uploadId === undefined || !isRefused || code !== 'id_conflict') return false;
  return uploadRowId(db.userId, row) === row.id;
}

/** Updates what people see: the log, the list, and what has to be fetched again. */
export async function showSettled(
  db: UserDb,
  {
    verdict,
    settled,
    list,
    now,
  }: { verdict: Verdict; settled: Settled | undefined; list: ListMark; now: number },
): Promise<void> {
  const rows = settled?.rows ?? [];
  recordRefusals(db, rows, settled?.entry?.v === ACTS_VERSION ? 'act_refused' : 'referral_refused');
  const show = verdict.kind === 'stored' ? verdict.show : undefined;
  if (settled?.entry) await noteSettled(db, settled.entry, { rows, now, isKept: Boolean(show) });
  await touchResources(db, TOUCHED_BY_WRITE.map(pathOf));
  // Never into a database whose user has signed out meanwhile.
  if (!(await readSyncState(db)).isOpen) return;
  if (show) return show(rows);
  await showPushed(db, toPushed(rows, verdict), list);
}

/** SPEC §8 records every failed mutation; a batch with refused rows is not a failed call. */
function recordRefusals(db: UserDb, rows: readonly SettledRow[], event: string): void {
  for (const { verdict } of rows) {
    if (verdict.isRefused) recordEvent(event, { why: verdict.code ?? 'invalid' }, db.userId);
  }
}

/** A row that was changed or taken back on its way is not among `rows`; only the next list brings it. */
function toPushed(rows: readonly SettledRow[], verdict: Verdict): Pushed {
  const isCreated = ({ isRefused, wasStored = false }: RowVerdict) => !isRefused && !wasStored;
  const here = rows.map((row) => row.verdict);
  const created = here.filter(isCreated).flatMap(({ referral }) => referral ?? []);
  const stored = here.filter((row) => !isCreated(row)).flatMap(({ referral }) => referral ?? []);
  const { receipts = [], rows: all = [] } = verdict.kind === 'stored' ? verdict : {};
  return { created, stored, receipts: here.length === all.length ? receipts : [] };
}

/**
 * Verdicts by the row as it was sent. A row changed meanwhile matches none and is sent again under its id; the server
 * then says whether the earlier version had arrived.
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
/** More rows than an entry ever has, so that the places of one entry come before those of the next. */
const PLACES = 1_000_000;

function toRejected(
  { row, verdict }: SettledRow,
  { key, firstKey = key, offset = 0, rows, savedAt, uploadId }: OutboxEntry,
  rejectedAt: number,
): RejectedRow[] {
  if (!verdict.isRefused) return [];
  const { code = 'invalid', error = '' } = verdict;
  const text = code === 'id_conflict' ? CONFLICT_TEXT : error;
  const order = firstKey * PLACES + offset + rows.indexOf(row);
  const from = uploadId === undefined ? {} : { uploadId };
  return [{ id: row.id, row, code, error: text, savedAt, rejectedAt, order, ...from }];
}

/** A halved entry grows back to whole batches; otherwise one bad row would slow down hundreds. */
export async function keepRest(
  db: UserDb,
  { entry, damaged }: Readable,
  gone: ReadonlySet<PushRow>,
  renamed: ReadonlyMap<PushRow, PushRow> = new Map(),
): Promise<void> {
  const rest = entry.rows.filter((row) => !gone.has(row)).map((row) => renamed.get(row) ?? row);
  // Unreadable rows that a full device could not park stay until it can.
  const rows = [...rest, ...(damaged as PushRow[])];
  if (rows.length === 0) return db.outbox.delete(entry.key);
  const chunk = entry.chunk === undefined ? {} : { chunk: entry.chunk * 2 };
  const offset = (entry.offset ?? 0) + gone.size;
  await db.outbox.put({ ...entry, rows, offset, attempts: 0, ...chunk });
}

async function noteSettled(
  db: UserDb,
  { key, uploadId }: OutboxEntry,
  { rows, now, isKept }: { rows: SettledRow[]; now: number; isKept: boolean },
): Promise<void> {
  const taken = rows.filter(({ verdict }) => !verdict.isRefused);
  await noteInLog(db, { key, rows: taken.map(({ row }) => row), event: 'sent' }, now);
  const refused = isKept ? [] : rows.filter(({ verdict }) => verdict.isRefused);
  for (const reason of new Set(refused.map(({ verdict }) => verdict.code ?? 'invalid'))) {
    const same = refused.filter(({ verdict }) => (verdict.code ?? 'invalid') === reason);
    await noteInLog(db, { key, rows: same.map(({ row }) => row), event: 'refused', reason }, now);
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

/** The server keeps the first date it was given, so a different one comes from an earlier upload. */
function wasThereBefore({ row, verdict }: SettledRow): boolean {
  if (!verdict.wasStored || !verdict.referral || !row.date) return false;
  return Date.parse(verdict.referral.date) !== Date.parse(row.date);
}
