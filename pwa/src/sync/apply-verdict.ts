import type { PushRow } from '@sunloop/shared-types';
import { nextRows } from '../data/outbox-entry.ts';
import { patchSyncState, readSyncState } from '../data/sync-state.ts';
import type { OutboxEntry, RejectedRow, UserDb } from '../data/user-db.ts';
import { withReopen } from '../data/with-reopen.ts';
import { backoffMs } from './backoff.ts';
import type { SyncDeps } from './deps.ts';
import { noteVerdict, type TimedVerdict } from './note-verdict.ts';
import { pathOf, TOUCHED_BY_WRITE } from './resource-table.ts';
import { touchResources } from './store-answer.ts';
import type { RowVerdict, Verdict } from './verdict.ts';

/**
 * Stores a verdict in one transaction: rows leave the outbox with it or not at all. Safe to repeat
 * and to come late: only rows still in the entry are touched.
 */
export async function applyVerdict(
  db: UserDb,
  sent: { key: number; rows: PushRow[] },
  timed: TimedVerdict,
  deps: SyncDeps,
): Promise<void> {
  const tables = [db.outbox, db.rejected, db.referrals, db.resources, db.sync];
  await withReopen(db, () =>
    db.transaction('rw', tables, async () => {
      const entry = await db.outbox.get(sent.key);
      if (entry) await changeEntry(db, entry, { rows: sent.rows, verdict: timed.verdict, deps });
      await noteVerdict(db, timed, deps);
    }),
  );
}

interface Judged {
  rows: PushRow[];
  verdict: Verdict;
  deps: SyncDeps;
}

async function changeEntry(db: UserDb, entry: OutboxEntry, judged: Judged): Promise<void> {
  const { rows, verdict } = judged;
  switch (verdict.kind) {
    case 'stored':
      return settleRows(db, entry, { rows: verdict.rows, now: judged.deps.now() });
    case 'rejected': {
      const { code, error } = verdict;
      const refused = rows.map(({ id }) => ({ id, isRefused: true, code, error }));
      return settleRows(db, entry, { rows: refused, now: judged.deps.now() });
    }
    case 'split':
      return halve(db, entry, rows.length);
    case 'not-sent':
      return verdict.reason === 'timeout' ? halve(db, entry, rows.length) : undefined;
    case 'server-error':
      await db.outbox.put({ ...entry, attempts: entry.attempts + 1, lastProblem: 'internal' });
      return;
    case 'step-behind':
      return stepBehind(db, entry, judged);
    case 'sign-in':
    case 'inactive':
    case 'wrong-user':
    case 'update-needed':
    case 'wait':
      return;
  }
}

/** Takes judged rows out of the entry; what was refused is kept for the person. */
async function settleRows(
  db: UserDb,
  entry: OutboxEntry,
  { rows, now }: { rows: RowVerdict[]; now: number },
): Promise<void> {
  const verdicts = new Map(rows.map((row) => [row.id, row]));
  const settled = entry.rows.filter((row) => verdicts.has(row.id));
  const refused = settled.flatMap((row) => toRejected(row, verdicts.get(row.id), entry, now));
  await db.rejected.bulkPut(refused);
  await keepRest(db, entry, settled);
  await showReferrals(db, rows);
  await patchSyncState(db, ({ writes }) => ({ writes: writes + 1, lastSentAt: now }));
}

function toRejected(
  row: PushRow,
  verdict: RowVerdict | undefined,
  { savedAt }: OutboxEntry,
  rejectedAt: number,
): RejectedRow[] {
  if (!verdict?.isRefused) return [];
  const { code = 'invalid', error = '' } = verdict;
  return [{ id: row.id, row, code, error, savedAt, rejectedAt }];
}

/** A healed entry grows back to whole batches, or one bad row would slow down hundreds. */
async function keepRest(db: UserDb, entry: OutboxEntry, settled: PushRow[]): Promise<void> {
  const gone = new Set(settled);
  const rest = entry.rows.filter((row) => !gone.has(row));
  if (rest.length === 0) return db.outbox.delete(entry.key);
  const chunk = entry.chunk === undefined ? {} : { chunk: entry.chunk * 2 };
  await db.outbox.put({ ...entry, rows: rest, attempts: 0, ...chunk });
}

/** Shows stored rows at once, but never in a database whose user has signed out meanwhile. */
async function showReferrals(db: UserDb, rows: RowVerdict[]): Promise<void> {
  if (!(await readSyncState(db)).isOpen) return;
  await db.referrals.bulkPut(rows.flatMap(({ referral }) => referral ?? []));
  await touchResources(db, TOUCHED_BY_WRITE.map(pathOf));
}

async function halve(db: UserDb, entry: OutboxEntry, sentRows: number): Promise<void> {
  if (sentRows > 1) await db.outbox.put({ ...entry, chunk: Math.ceil(sentRows / 2) });
}

/** Moves the rows our server keeps failing on behind all others, where they are tried smaller. */
async function stepBehind(db: UserDb, entry: OutboxEntry, { rows, deps }: Judged): Promise<void> {
  const sent = new Set(rows.map((row) => row.id));
  const behind = nextRows(entry).filter((row) => sent.has(row.id));
  const attempts = entry.attempts + 1;
  await keepRest(db, entry, behind);
  if (behind.length === 0) return;
  const { key: _, ...copy } = entry;
  const nextAt = deps.now() + backoffMs(attempts, deps.random());
  const chunk = Math.ceil(rows.length / 2);
  await db.outbox.add({ ...copy, rows: behind, attempts, nextAt, chunk, lastProblem: 'internal' });
}
