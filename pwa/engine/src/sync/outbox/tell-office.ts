import { DAY_MS, MINUTE_MS, REPORTED_ROWS_MAX } from '@sunloop/shared-types/limits.ts';
import {
  type DeviceReport,
  deviceReportRoutes,
  type ReportedRow,
} from '@sunloop/shared-types/referrals/device-reports.ts';
import { Id } from '@sunloop/shared-types/values/text.ts';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { call } from '../../api/client.ts';
import { isProblem } from '../../api/problems.ts';
import { deviceDb } from '../../data/device-db.ts';
import { reportKey } from '../../data/report-key.ts';
import { countWaiting } from '../../data/find-unsent.ts';
import { numbersOf } from '../../data/outbox-kinds.ts';
import { READ_SHAPE } from '../../data/read-shapes.ts';
import { mayAsk, readSyncState } from '../../data/sync-state.ts';
import { readMissing } from '../../data/unsent-count.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { within } from '../../lib/within.ts';
import { isPauseOver } from '../ground/backoff.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';

/** What this device last told the office of itself, for one user; a row of the device's own database. */
export interface ToldReport {
  key: string;
  /** Named anew where the rows before are gone. */
  storage: string;
  /** How many rows this page knows to have been lost when the storage was named. */
  lost: number;
  /** Absent until the office has it. */
  report?: DeviceReport;
  /** Epoch milliseconds; 0 before the first time. */
  at: number;
}

const told = () => deviceDb.table<ToldReport, string>('device');

/** When to look again, by user. */
const looks = new Map<string, number>();

/** What the office sees of this device: undefined before it was told anything. A Dexie read, for a live query. */
export function readTold(db: UserDb): Promise<ToldReport | undefined> {
  return withReopen(deviceDb, () => told().get(reportKey(db.userId)));
}

/**
 * Tells the office how much waits here, at most once a minute and only if that has changed or a day has passed; does
 * nothing while nobody answers. What the server says to it is no news. Throws only if the local database fails.
 */
export async function tellOffice(db: UserDb, deps: SyncDeps): Promise<void> {
  const now = deps.now();
  if (!isPauseOver(looks.get(db.userId) ?? 0, now, MINUTE_MS)) return;
  if (!mayAsk(await readSyncState(db))) return;
  looks.set(db.userId, now + MINUTE_MS);
  const before = await nameStorage(db);
  const body = await readReport(db, before.storage);
  const isSame = JSON.stringify(before.report) === JSON.stringify(body);
  if (isSame && !isPauseOver(before.at + DAY_MS, now, DAY_MS)) return;
  await tell(db, { ...before, report: body, at: now });
}

/** Somebody who signs out does not wait longer. Milliseconds. */
const DISCARD_MS = 3000;

/** Tells that nothing waits here any more, because its person discards it. If nobody hears it, the next report says so. */
export async function tellDiscarded(db: UserDb, deps: SyncDeps = realDeps): Promise<void> {
  const before = await readTold(db);
  if (!before?.report || before.report.rows.length === 0) return;
  const report = { ...before.report, waiting: 0, refused: 0, rows: [] };
  await tell(db, { ...before, report, at: deps.now() }, DISCARD_MS);
}

async function tell(
  db: UserDb,
  next: ToldReport & { report: DeviceReport },
  timeoutMs?: number,
): Promise<void> {
  const options = { expectedUser: db.userId, ...(timeoutMs !== undefined && { timeoutMs }) };
  try {
    await call(deviceReportRoutes.reportDevice, { body: next.report, ...options });
  } catch (error) {
    if (!isProblem(error)) throw error;
    return;
  }
  await withReopen(deviceDb, () => told().put(next));
}

/** Stored before it is told: the office takes a storage of another name for one from which everything is gone. */
async function nameStorage(db: UserDb): Promise<ToldReport> {
  const [before, lost] = [await readTold(db), await readMissing(db)];
  if (before && lost <= before.lost) return { ...before, lost };
  const named = { key: reportKey(db.userId), storage: uuidv7(), lost, at: 0 };
  await withReopen(deviceDb, () => told().put(named));
  return named;
}

/** Referrals alone, one's own and taken for others: an admin's acts are about what the server has. */
async function readReport(db: UserDb, storage: string): Promise<DeviceReport> {
  const referrals = numbersOf('referrals');
  const rows: ReportedRow[] = [];
  // What cannot be read is parked with the next round of sending.
  const add = (id: unknown, savedAt: number) => {
    if (v.is(Id, id)) rows.push({ id, takenAt: new Date(savedAt).toISOString() });
  };
  const counts = await withReopen(db, () =>
    db.transaction('r', [db.outbox, db.rejected], async () => {
      rows.length = 0;
      await db.outbox
        .where('v')
        .anyOf(referrals)
        .until(() => rows.length >= REPORTED_ROWS_MAX)
        .each((entry) => entry.rows?.forEach((row) => add(row?.id, entry.savedAt)));
      const others = await db.outbox.where('v').noneOf(referrals).toArray();
      const waiting = others.reduce(
        (sum, { rows: some }) => sum - (some?.length ?? 0),
        await countWaiting(db),
      );
      const refused = await db.rejected.toArray();
      for (const { id, savedAt } of refused) add(id, savedAt);
      return { waiting, refused: refused.length };
    }),
  );
  return {
    storage,
    version: READ_SHAPE,
    isProtected: await readIsProtected(),
    ...counts,
    rows: rows.slice(0, REPORTED_ROWS_MAX),
  };
}

/** Longer than a browser takes that answers at all. Milliseconds. */
const PROTECTED_PATIENCE_MS = 1500;

/** Whether the browser keeps this storage from clean-up; null if it does not say. */
async function readIsProtected(): Promise<boolean | null> {
  const { storage: manager } = (globalThis.navigator ?? {}) as { storage?: StorageManager };
  return within(Promise.resolve(manager?.persisted?.() ?? null), PROTECTED_PATIENCE_MS, null);
}
