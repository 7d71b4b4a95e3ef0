import type { PushRow } from '@sunloop/shared-types';
import { nextRows } from '../data/outbox-entry.ts';
import type { OutboxEntry, UserDb } from '../data/user-db.ts';
import { withReopen } from '../data/with-reopen.ts';
import { backoffMs } from './backoff.ts';
import type { SyncDeps } from './deps.ts';
import { noteInLog } from './log-lines.ts';
import { noteVerdict, type TimedVerdict } from './note-verdict.ts';
import { keepRest, noteArrival, settleRows } from './settle-rows.ts';
import type { Verdict } from './verdict.ts';

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
  await withReopen(db, () =>
    // All of them, for `keep` may store what this folder knows nothing of.
    db.transaction('rw', db.tables, async () => {
      const entry = await db.outbox.get(sent.key);
      if (entry) {
        await noteTry(db, sent, { verdict: timed.verdict, now: deps.now() });
        await changeEntry(db, entry, { rows: sent.rows, verdict: timed.verdict, deps });
      }
      // The person took the rows back while they were on their way.
      else if (timed.verdict.kind === 'stored') await noteArrival(db, deps.now());
      await noteVerdict(db, timed, deps);
    }),
  );
}

/** Why rows still wait; what was decided about them is told with the decision. */
async function noteTry(
  db: UserDb,
  { key, rows }: { key: number; rows: PushRow[] },
  { verdict, now }: { verdict: Verdict; now: number },
): Promise<void> {
  if (verdict.kind === 'stored' || verdict.kind === 'rejected') return;
  const reason = verdict.kind === 'not-sent' ? verdict.reason : verdict.kind;
  await noteInLog(db, { key, rows, event: 'tried', reason }, now);
}

interface Judged {
  rows: PushRow[];
  verdict: Verdict;
  deps: SyncDeps;
}

async function changeEntry(db: UserDb, entry: OutboxEntry, judged: Judged): Promise<void> {
  const { rows, verdict } = judged;
  const now = judged.deps.now();
  switch (verdict.kind) {
    case 'stored':
      return settleRows(db, entry, { sent: rows, verdicts: verdict.rows, keep: verdict.keep, now });
    case 'rejected': {
      const { code, error } = verdict;
      const refused = rows.map(({ id }) => ({ id, isRefused: true, code, error }));
      return settleRows(db, entry, { sent: rows, verdicts: refused, now });
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

async function halve(db: UserDb, entry: OutboxEntry, sentRows: number): Promise<void> {
  if (sentRows > 1) await db.outbox.put({ ...entry, chunk: Math.ceil(sentRows / 2) });
}

/** Moves the rows our server keeps failing on behind all others, where they are tried smaller. */
async function stepBehind(db: UserDb, entry: OutboxEntry, { rows, deps }: Judged): Promise<void> {
  const sent = new Set(rows.map((row) => row.id));
  const behind = nextRows(entry).filter((row) => sent.has(row.id));
  const attempts = entry.attempts + 1;
  await keepRest(db, entry, new Set(behind));
  if (behind.length === 0) return;
  const { key: _, ...copy } = entry;
  const nextAt = deps.now() + backoffMs(attempts, deps.random());
  const chunk = Math.ceil(rows.length / 2);
  await db.outbox.add({ ...copy, rows: behind, attempts, nextAt, chunk, lastProblem: 'internal' });
}
