import { decodeEntry, nextPart } from '../../data/outbox-entry.ts';
import type { OutboxEntry, OutboxRow } from '../../data/outbox-kinds.ts';
import type { UserDb } from '../../data/user-db.ts';
import { backoffMs } from '../ground/backoff.ts';
import type { SyncDeps } from '../ground/deps.ts';
import { findEntriesOf } from '../../data/find-unsent.ts';
import { type ListMark, readListMark } from '../read/referral-versions.ts';
import { keepRest, type SettledEntry, settleRows } from './settle-rows.ts';
import type { Verdict } from '../answers/verdict.ts';

/** Rows as they were sent, and the entry they were in at that time. */
export interface SentRows {
  key: number;
  rows: readonly OutboxRow[];
}

/** What the server said about rows, and which list was here when they were sent. */
interface JudgedRows {
  sent: SentRows;
  verdict: Verdict;
  list: ListMark;
}

/**
 * Changes the entry as the verdict says; returns the rows that left the outbox, or undefined if none of those sent
 * still wait or a whole list has replaced the list since. The caller's transaction holds `outbox`, `rejected`,
 * `resources` and what the verdict keeps.
 */
export async function changeEntry(
  db: UserDb,
  { sent, verdict, list }: JudgedRows,
  deps: SyncDeps,
): Promise<SettledEntry | undefined> {
  const [entries, { whole }] = await Promise.all([findEntriesOf(db, sent), readListMark(db)]);
  // The server may have lost them since the verdict; sending them again does no harm.
  const isOutdated = list.whole && whole && list.whole !== whole;
  if (isOutdated || entries.length === 0) return undefined;
  const all: SettledEntry = { rows: [], entry: entries[0] };
  for (const entry of entries) {
    const settled = await changeOne(db, entry, { sent: sent.rows, verdict, deps });
    all.rows.push(...settled);
  }
  return all;
}

interface SentWithVerdict {
  sent: readonly OutboxRow[];
  verdict: Verdict;
  deps: SyncDeps;
}

async function changeOne(
  db: UserDb,
  stored: OutboxEntry,
  judged: SentWithVerdict,
): Promise<SettledEntry['rows']> {
  const { sent, verdict } = judged;
  const { entry, damaged } = decodeEntry(stored);
  if (!entry) return [];
  const now = judged.deps.now();
  switch (verdict.kind) {
    case 'stored': {
      const { rows, keep } = verdict;
      return settleRows(db, { entry, damaged }, { sent, verdicts: rows, keep, now });
    }
    case 'rejected': {
      const { code, error } = verdict;
      const refused = sent.map(({ id }) => ({ id, isRefused: true, code, error }));
      return settleRows(db, { entry, damaged }, { sent, verdicts: refused, now });
    }
    case 'split':
      await db.outbox.put({ ...stored, chunk: Math.ceil(sent.length / 2) });
      return [];
    case 'server-error':
      await db.outbox.put({ ...stored, attempts: entry.attempts + 1, lastProblem: 'internal' });
      return [];
    case 'step-behind':
      await stepBehind(db, { entry, damaged }, judged);
      return [];
    case 'not-sent':
    case 'sign-in':
    case 'inactive':
    case 'wrong-user':
    case 'erased':
    case 'update-needed':
    case 'wait':
      return [];
  }
}

/**
 * Moves rows that fail alone behind all others, where they are tried in smaller pieces: soon while it is unclear which
 * one is at fault, at growing intervals once it is a single row.
 */
async function stepBehind(
  db: UserDb,
  { entry, damaged }: { entry: OutboxEntry; damaged: unknown[] },
  { sent, deps }: SentWithVerdict,
): Promise<void> {
  const ids = new Set(sent.map((row) => row.id));
  const behind = nextPart(entry, sent.length).rows.filter((row) => ids.has(row.id));
  if (behind.length === 0) return;
  const attempts = entry.attempts + 1;
  await keepRest(db, { entry, damaged }, new Set(behind));
  const { key, ...copy } = entry;
  const failures = behind.length === 1 ? attempts : 1;
  const nextAt = deps.now() + backoffMs(failures, deps.random());
  const chunk = Math.ceil(behind.length / 2);
  const firstKey = entry.firstKey ?? key;
  const place = { firstKey, offset: entry.offset ?? 0 };
  const moved = { ...copy, ...place, rows: behind, attempts, nextAt, chunk };
  await db.outbox.add({ ...moved, lastProblem: 'alone' });
}
