import type { ErrorCode } from '@sunloop/shared-types/errors.ts';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { v7 as uuidv7 } from 'uuid';
import { readSyncState } from '../../data/sync-state.ts';
import { kindOf, type OutboxEntry, type OutboxRow } from '../../data/outbox-kinds.ts';
import type { RejectedRow, UserDb } from '../../data/user-db.ts';
import { recordEvent } from '../../lib/analytics.ts';
import type { RowEvent } from '../outbox/log-lines.ts';
import { type ListMark, type PushedReferrals, showPushed } from '../read/referral-versions.ts';
import { pathOf, TOUCHED_BY_WRITE } from '../read/resource-table.ts';
import { touchResources } from '../read/store-answer.ts';
import { uploadRowId } from '../outbox/upload-row-id.ts';
import type { RowVerdict, SettledRow, Verdict } from '../answers/verdict.ts';

/** Rows that left the outbox, and the entry that held them. */
export interface SettledEntry {
  rows: SettledRow[];
  entry: OutboxEntry | undefined;
}

/** The readable part of an entry, and the unreadable part that stays with it. */
interface ReadableEntry {
  entry: OutboxEntry;
  damaged: readonly unknown[];
}

/** Rows as they were sent, the verdicts on them, and when those came. */
interface SettleInput {
  sent: readonly OutboxRow[];
  verdicts: readonly RowVerdict[];
  /** Used instead of keeping refused rows as such. */
  keep?: ((settled: SettledRow[]) => Promise<void>) | undefined;
  now: number;
}

/** Takes judged rows out of the entry; refused ones are kept for the person. Returns the judged rows. */
export async function settleRows(
  db: UserDb,
  { entry, damaged }: ReadableEntry,
  { sent, verdicts, keep, now }: SettleInput,
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
  if (keep) await keep(settled);
  else if (refused.length > 0) await db.rejected.bulkPut(refused);
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

/** A verdict about rows themselves, those that left the outbox, and which list was here when they were sent. */
export interface VerdictNews {
  verdict: Verdict;
  settled: SettledEntry | undefined;
  list: ListMark;
}

/** Updates what people see, once for all of them: the list, the files, and what has to be fetched again. */
export async function showSettled(db: UserDb, shown: readonly VerdictNews[]): Promise<void> {
  const all = shown.flatMap(({ settled }) => settled ?? []);
  for (const { rows, entry } of all) {
    const isReferral = !entry || kindOf(entry)?.holds === 'referrals';
    recordRefusals(db, rows, isReferral ? 'referral_refused' : 'act_refused');
  }
  const [{ isOpen }] = await Promise.all([
    readSyncState(db),
    countUploads(db, all),
    touchResources(db, TOUCHED_BY_WRITE.map(pathOf)),
  ]);
  // Never into a database whose user has signed out meanwhile.
  if (!isOpen) return;
  for (const same of Map.groupBy(shown, ({ list }) => JSON.stringify(list)).values()) {
    const pushed: PushedReferrals = { created: [], stored: [], pushes: [] };
    for (const { verdict, settled } of same) {
      const rows = settled?.rows ?? [];
      if (verdict.kind === 'stored' && verdict.show) await verdict.show(rows);
      else addPushed(pushed, rows, verdict);
    }
    const [first] = same;
    if (first) await showPushed(db, pushed, first.list);
  }
}

/** SPEC §8 records every failed mutation; a batch with refused rows is not a failed call. */
function recordRefusals(db: UserDb, rows: readonly SettledRow[], event: string): void {
  for (const { verdict } of rows) {
    if (verdict.isRefused) recordEvent(event, { why: verdict.code ?? 'invalid' }, db.userId);
  }
}

/** A row that was changed or taken back on its way is not among `rows`; only the next list brings it. */
function addPushed(
  { created, stored, pushes }: PushedReferrals,
  rows: readonly SettledRow[],
  verdict: Verdict,
): void {
  for (const {
    verdict: { isRefused, wasStored, referral },
  } of rows) {
    if (referral) (isRefused || wasStored ? stored : created).push(referral);
  }
  const isWhole = verdict.kind === 'stored' && verdict.rows.length === rows.length;
  if (isWhole) pushes.push(...(verdict.pushes ?? []));
}

/**
 * Verdicts by the row as it was sent. A row changed meanwhile matches none and is sent again under its id; the server
 * then says whether the earlier version had arrived.
 */
function verdictsOf(sent: readonly OutboxRow[], verdicts: readonly RowVerdict[]) {
  const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  const pairs = sent.flatMap((row): [string, RowVerdict][] => {
    const verdict = byId.get(row.id);
    return verdict ? [[JSON.stringify(row), verdict]] : [];
  });
  return new Map(pairs);
}

/**
 * Why a row that nobody submitted now, but that this device sends again (rule 38), leaves without a word: it was deleted
 * meanwhile, its person is there, or asked not to be contacted. There is nothing to mend.
 */
const LEAVES_UNSAID: ReadonlySet<string> = new Set<ErrorCode>([
  'deleted',
  'duplicate_referral',
  'do_not_contact',
  'id_conflict',
  'self_referral',
]);

const CONFLICT_TEXT = 'An earlier version of this referral has already been sent';
/** More rows than an entry ever has, so that the places of one entry come before those of the next. */
const PLACES = 1_000_000;

function toRejected(
  { row, verdict }: SettledRow,
  { key, firstKey = key, offset = 0, rows, savedAt, uploadId, isAgain }: OutboxEntry,
  rejectedAt: number,
): RejectedRow[] {
  if (!verdict.isRefused) return [];
  const { code = 'invalid', error = '' } = verdict;
  if (isAgain && LEAVES_UNSAID.has(code)) return [];
  const text = code === 'id_conflict' ? CONFLICT_TEXT : error;
  const order = firstKey * PLACES + offset + rows.findIndex((each) => each === row);
  const file = uploadId !== undefined && { uploadId };
  return [{ id: row.id, row, code, error: text, savedAt, rejectedAt, order, ...file }];
}

/** A halved entry grows back to whole batches; otherwise one bad row would slow down hundreds. */
export async function keepRest(
  db: UserDb,
  { entry, damaged }: ReadableEntry,
  gone: ReadonlySet<OutboxRow>,
  renamed: ReadonlyMap<OutboxRow, OutboxRow> = new Map(),
): Promise<void> {
  const rest = entry.rows.filter((row) => !gone.has(row)).map((row) => renamed.get(row) ?? row);
  // Unreadable rows that a full device could not park stay until it can.
  const rows = [...rest, ...damaged];
  if (rows.length === 0) return db.outbox.delete(entry.key);
  const offset = (entry.offset ?? 0) + gone.size;
  await db.outbox.put({
    ...entry,
    rows,
    offset,
    attempts: 0,
    ...(entry.chunk && { chunk: entry.chunk * 2 }),
  });
}

/** What the log says about rows that left the outbox. */
export function settlingsOf({
  verdict,
  settled,
}: Pick<VerdictNews, 'verdict' | 'settled'>): RowEvent[] {
  if (!settled?.entry) return [];
  const { key } = settled.entry;
  const isKept = verdict.kind === 'stored' && verdict.keep;
  const told = isKept ? takenOf(settled) : settled.rows;
  const byReason = Map.groupBy(told, ({ verdict: { isRefused, code = 'invalid' } }) =>
    isRefused ? code : null,
  );
  return [...byReason].map(([reason, same]) => {
    return { key, rows: same.map(({ row }) => row), event: reason ? 'refused' : 'sent', reason };
  });
}

const takenOf = ({ rows }: SettledEntry) => rows.filter(({ verdict }) => !verdict.isRefused);

async function countUploads(db: UserDb, settled: readonly SettledEntry[]): Promise<void> {
  for (const [id = '', parts] of Map.groupBy(settled, ({ entry }) => entry?.uploadId)) {
    const upload = await db.uploads.get(id);
    if (!upload) continue;
    const taken = parts.flatMap(takenOf);
    const older = taken.filter(wasThereBefore).length;
    const sent = upload.sent + taken.length - older;
    await db.uploads.put({ ...upload, sent, alreadyThere: upload.alreadyThere + older });
  }
}

/** The server keeps the first date it was given, so a different one comes from an earlier upload. */
function wasThereBefore({ row, verdict }: SettledRow): boolean {
  const { date }: PushRow = row;
  if (!verdict.wasStored || !verdict.referral || !date) return false;
  return Date.parse(verdict.referral.date) !== Date.parse(date);
}
