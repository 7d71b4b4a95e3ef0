import { BULK_DELAY_MS, type PushRow } from '@sunloop/shared-types';
import type { OutboxEntry, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { applyVerdict } from '../send/apply-verdict.ts';
import { realDeps, type SyncDeps } from '../deps.ts';
import { drain } from '../send/drain.ts';
import { keepHolding, whileHolding } from './held-upload.ts';
import { entryKeysOf } from '../waiting/log-lines.ts';
import { readListMark } from '../read/referral-versions.ts';
import { sendRow } from './send-row.ts';
import type { RowVerdict, Verdict } from '../send/verdict.ts';

/** SPEC §7 sends a file row by row; beyond this many, that would keep the person waiting for nothing (DESIGN). */
const SINGLY_MAX = 50;
/** Rows whose outcomes are written together; few, so that progress is smooth. */
const GROUP_ROWS = 10;
const FEW_ROWS = 50;
const GROUP_MS = 5000;

interface Run {
  uploadId: string;
  signal: AbortSignal | undefined;
  deps: SyncDeps;
  /** Rows that may still go one by one. */
  left: number;
}

/**
 * Sends an upload while the person watches: the first 50 rows as SPEC §7 says, one call per row, in order, with a pause
 * between them, and the rest in batches. Ends when all are sent, at the first trouble or when aborted; what is left
 * stays queued. Outcomes are written in groups, because a row that a killed tab sent twice is stored only once (rule
 * 5).
 */
export async function sendOneByOne(
  db: UserDb,
  uploadId: string,
  { signal }: { signal?: AbortSignal } = {},
  deps: SyncDeps = realDeps,
): Promise<void> {
  const run: Run = { uploadId, signal, deps, left: SINGLY_MAX };
  await whileHolding(db, uploadId, async () => {
    while (run.left > 0 && (await sendGroup(db, run)));
  });
  if (run.left === 0 && signal?.aborted !== true) await drain(db, deps);
}

/** Sends the next rows; returns whether to continue. */
async function sendGroup(db: UserDb, run: Run): Promise<boolean> {
  const { uploadId, signal, deps } = run;
  const startedAt = deps.now();
  const confirmed = await keepHolding(db, uploadId, startedAt);
  const list = await readListMark(db);
  const entry = await firstEntry(db, uploadId);
  if (confirmed === undefined || !entry) return false;
  const isOver = () => signal?.aborted === true || deps.now() - startedAt > GROUP_MS;
  const judged: RowVerdict[] = [];
  const apply = (rows: PushRow[], verdict: Verdict) =>
    applyVerdict(db, { sent: { key: entry.key, rows }, verdict, confirmed, list }, deps);
  const group = entry.rows.length > FEW_ROWS ? GROUP_ROWS : 1;
  const rows = entry.rows.slice(0, Math.min(group, run.left));
  const settle = async () => {
    if (judged.length > 0) await apply(rows, { kind: 'stored', rows: judged });
  };
  for (const row of rows) {
    if (isOver()) break;
    const answer = await sendRow(db.userId, row);
    if (answer.kind === 'trouble') {
      await settle();
      await apply([row], answer.verdict);
      return false;
    }
    judged.push(answer.row);
    run.left -= 1;
    await deps.wait(BULK_DELAY_MS);
  }
  await settle();
  return signal?.aborted !== true;
}

async function firstEntry(db: UserDb, uploadId: string): Promise<OutboxEntry | undefined> {
  return withReopen(db, async () => {
    const keys = await entryKeysOf(db, uploadId);
    return keys.length === 0 ? undefined : db.outbox.get(Math.min(...keys));
  });
}
