import { BULK_DELAY_MS, type PushRow } from '@sunloop/shared-types';
import { v7 as uuidv7 } from 'uuid';
import { contentOf } from '../data/row-content.ts';
import { readSyncState } from '../data/sync-state.ts';
import type { OutboxEntry, RejectedRow, UserDb } from '../data/user-db.ts';
import { withReopen } from '../data/with-reopen.ts';
import { applyVerdict } from './apply-verdict.ts';
import { registerBackgroundSync } from './background-sync.ts';
import { realDeps, type SyncDeps } from './deps.ts';
import { type NewReferralInput, putEntries, toEntries, toPushRow } from './enqueue.ts';
import { heldUploadOf, holdNewUpload, keepHolding, releaseUpload } from './held-upload.ts';
import { entryKeysOf, waitingOf } from './log-lines.ts';
import { askToPersist } from './persist.ts';
import { sendRow } from './send-row.ts';
import { uploadRowId } from './upload-row-id.ts';
import type { RowVerdict, Verdict } from './verdict.ts';

/** What became of a file: rows handed over, and rows this device knows of already. */
export interface UploadReceipt {
  uploadId: string;
  queued: number;
  alreadyThere: number;
}

/**
 * Hands a file's valid rows over in one transaction; once it resolves they are saved, and closing the app
 * loses none. A row this device has under its id, on the server or waiting, is not queued again; one that
 * was refused is tried anew, unless the person has changed it since. Throws `StorageFull` when the disk is full; nothing is saved then.
 */
export async function enqueueUpload(
  db: UserDb,
  { fileName, rows }: { fileName: string; rows: readonly NewReferralInput[] },
): Promise<UploadReceipt> {
  const uploadId = uuidv7();
  const at = Date.now();
  const identified = await identifyRows(db.userId, rows);
  const total = rows.length;
  const queued = await withReopen(db, () =>
    db.transaction('rw', [db.outbox, db.rejected, db.referrals, db.uploads, db.sync], async () => {
      const known = await knownIds(db);
      const refused = await refusedOf(db, identified);
      const fresh = identified.filter(({ id }) => !known.has(id) && !refused.edited.has(id));
      const alreadyThere = total - fresh.length;
      await db.rejected.bulkDelete(refused.unchanged.filter((id) => !known.has(id)));
      await db.uploads.put({ id: uploadId, fileName, at, total, sent: 0, alreadyThere });
      await putEntries(db, toEntries(fresh, at, uploadId));
      await holdNewUpload(db, uploadId, at);
      return fresh.length;
    }),
  );
  await Promise.all([registerBackgroundSync(), askToPersist(db)]);
  return { uploadId, queued, alreadyThere: total - queued };
}

/** Rows made between two breaths of the page. */
const ROWS_A_BREATH = 500;

/** Gives each row its id, one for people who stand in the file twice, without stopping the page. */
async function identifyRows(userId: string, rows: readonly NewReferralInput[]): Promise<PushRow[]> {
  const date = new Date().toISOString();
  const identified = new Map<string, PushRow>();
  for (const [at, row] of rows.entries()) {
    if (at > 0 && at % ROWS_A_BREATH === 0) await realDeps.wait(0);
    const id = row.id ?? uploadRowId(userId, row);
    if (!identified.has(id)) identified.set(id, toPushRow({ date, ...row, id }));
  }
  return [...identified.values()];
}

/** What is on the server as far as this device knows, and what waits. */
async function knownIds(db: UserDb): Promise<Set<string>> {
  const stored = await db.referrals.toCollection().primaryKeys();
  const known = new Set(stored);
  await db.outbox.each(({ rows }) => {
    for (const { id } of rows ?? []) known.add(id);
  });
  return known;
}

/**
 * Rows of the file that were refused before. Those the person had changed since stay as they wrote them, and
 * the file's version is known; the others are tried anew. Few are ever refused, so these are what is read.
 */
async function refusedOf(
  db: UserDb,
  rows: readonly PushRow[],
): Promise<{ edited: Set<string>; unchanged: string[] }> {
  const refused = new Map((await db.rejected.toArray()).map((kept) => [kept.id, kept.row]));
  const found = rows.filter(({ id }) => refused.has(id));
  const isEdited = (row: PushRow) => {
    const kept = refused.get(row.id);
    return kept && contentOf(kept) !== contentOf(row);
  };
  const edited = new Set(found.filter(isEdited).map(({ id }) => id));
  return { edited, unchanged: found.map(({ id }) => id).filter((id) => !edited.has(id)) };
}

/** How an upload stands; `waiting` rows are saved here and not yet sent. */
export interface UploadStatus {
  total: number;
  sent: number;
  alreadyThere: number;
  waiting: number;
  refused: RejectedRow[];
  /** Its rows are being sent one by one, in this tab or in another. */
  isRunning: boolean;
}

/** A Dexie read, for a live query; undefined for an upload this device does not know. */
export async function readUpload(
  db: UserDb,
  uploadId: string,
  now = Date.now(),
): Promise<UploadStatus | undefined> {
  const upload = await db.uploads.get(uploadId);
  if (!upload) return undefined;
  const [waiting, refused, state] = await Promise.all([
    waitingOf(db, uploadId),
    db.rejected.where('uploadId').equals(uploadId).toArray(),
    readSyncState(db),
  ]);
  const { total, sent, alreadyThere } = upload;
  const isRunning = waiting > 0 && heldUploadOf(state, now) === uploadId;
  return { total, sent, alreadyThere, waiting, refused, isRunning };
}

/** Rows between two writes of what came of them; few are written each, so that progress is smooth. */
const GROUP_ROWS = 10;
const FEW_ROWS = 50;
const GROUP_MS = 5000;

interface Run {
  uploadId: string;
  signal: AbortSignal | undefined;
  deps: SyncDeps;
}

/**
 * Sends an upload in front of the person as SPEC §7 says: one call a row, in order, a pause between them.
 * Ends when all is sent, at the first trouble or when aborted; what is left stays queued and goes in
 * batches. A row sent twice by a killed tab is stored once (rule 5), so groups are written together.
 */
export async function sendOneByOne(
  db: UserDb,
  uploadId: string,
  { signal }: { signal?: AbortSignal } = {},
  deps: SyncDeps = realDeps,
): Promise<void> {
  const run = { uploadId, signal, deps };
  try {
    while (await sendGroup(db, run));
  } finally {
    await withReopen(db, () => releaseUpload(db, uploadId));
  }
}

/** Sends the next rows; answers whether to go on. */
async function sendGroup(db: UserDb, { uploadId, signal, deps }: Run): Promise<boolean> {
  const startedAt = deps.now();
  const confirmed = await withReopen(db, () => keepHolding(db, uploadId, startedAt));
  const entry = await firstEntry(db, uploadId);
  if (confirmed === undefined || !entry) return false;
  const isOver = () => signal?.aborted === true || deps.now() - startedAt > GROUP_MS;
  const judged: RowVerdict[] = [];
  const apply = (rows: PushRow[], verdict: Verdict) =>
    applyVerdict(db, { key: entry.key, rows }, { verdict, confirmed }, deps);
  const rows = entry.rows.slice(0, entry.rows.length > FEW_ROWS ? GROUP_ROWS : 1);
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
    await deps.wait(BULK_DELAY_MS);
  }
  await settle();
  return signal?.aborted !== true;
}

async function firstEntry(db: UserDb, uploadId: string): Promise<OutboxEntry | undefined> {
  const keys = await entryKeysOf(db, uploadId);
  return keys.length === 0 ? undefined : db.outbox.get(Math.min(...keys));
}
