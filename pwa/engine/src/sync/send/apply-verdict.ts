import { noteStorageTrouble, noteStorageWorks } from '../../data/storage/health.ts';
import { noteSyncState, patchSyncState } from '../../data/sync-state.ts';
import type { SyncState, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { changeEntry, type SentRows } from './change-entry.ts';
import type { SyncDeps } from '../ground/deps.ts';
import { type RowEvent, noteInLog } from '../outbox/log-lines.ts';
import { reasonOf } from '../outbox/log-reasons.ts';
import { changesOfSession, type SessionVerdict } from '../answers/note-verdict.ts';
import { afterSuccess, afterTimeout } from '../answers/pace.ts';
import type { ListMark } from '../read/referral-versions.ts';
import { forgetErased } from '../session/session.ts';
import { type SettledEntry, settlingsOf, showSettled } from './settle-rows.ts';
import { newOwedKey, settleOrKeep } from './unsettled.ts';
import type { Verdict } from '../answers/verdict.ts';

/** A verdict and the rows it is about. */
export interface Outcome extends SessionVerdict {
  sent: SentRows;
  /** Which list was here when the request was made. */
  list: ListMark;
  /** Its news about the connection is already recorded. */
  isToldOf?: boolean;
}

/**
 * Stores verdicts in one transaction: rows leave the outbox with them or not at all. Safe to repeat and to come late: only
 * rows that still wait as they were sent are touched. If the device cannot store all of it, each is stored alone, and of
 * one that still cannot be stored, the rows are taken out first, because that frees space and lets the next ones go.
 */
export async function applyVerdicts(
  db: UserDb,
  outcomes: readonly Outcome[],
  deps: SyncDeps,
): Promise<void> {
  if (outcomes.length === 0) return;
  try {
    await storeAll(db, outcomes, deps);
  } catch (error) {
    noteStorageTrouble(error);
    const store = outcomes.length > 1 ? applyVerdict : applyEssentials;
    for (const outcome of outcomes) await store(db, outcome, deps);
  }
  if (outcomes.some(({ verdict }) => verdict.kind === 'erased')) await forgetErased(db);
}

/** The same for one verdict. */
export const applyVerdict = (db: UserDb, outcome: Outcome, deps: SyncDeps): Promise<void> =>
  applyVerdicts(db, [outcome], deps);

async function storeAll(db: UserDb, outcomes: readonly Outcome[], deps: SyncDeps): Promise<void> {
  await withReopen(db, () =>
    // All tables, because `keep` may write to any of them.
    db.transaction('rw', db.tables, async () => {
      const changed: AppliedOutcome[] = [];
      for (const outcome of outcomes) {
        const settled = await changeEntry(db, outcome, deps);
        changed.push({ ...outcome, settled });
      }
      await Promise.all([
        showVerdicts(db, changed, deps),
        patchSyncState(db, (state) =>
          outcomes.reduce(
            (after, outcome) => ({ ...after, ...stateAfter(after, outcome, deps) }),
            state,
          ),
        ),
      ]);
    }),
  );
  noteStorageWorks();
}

async function applyEssentials(db: UserDb, outcome: Outcome, deps: SyncDeps): Promise<void> {
  const { sent } = outcome;
  const settle = async () => {
    const settled = await withReopen(db, () =>
      db.transaction('rw', db.tables, () => changeEntry(db, outcome, deps)),
    );
    const show = () =>
      db.transaction('rw', db.tables, async () =>
        showVerdicts(db, [{ ...outcome, settled }], deps),
      );
    await settleOrKeep(db, newOwedKey(), () => withReopen(db, show), deps);
  };
  await settleOrKeep(db, sent.key, settle, deps);
  await noteSyncState(db, (state) => stateAfter(state, outcome, deps));
}

/** A verdict, and the rows that left the outbox because of it. */
type AppliedOutcome = Outcome & { settled: SettledEntry | undefined };

/**
 * Updates what people see: the log, the list, the file it came from. Side by side, because each request to the database
 * that waits for another one costs a replay more than the request.
 */
async function showVerdicts(
  db: UserDb,
  changed: readonly AppliedOutcome[],
  deps: SyncDeps,
): Promise<void> {
  const settled = changed.filter(({ verdict }) => isOfRows(verdict));
  await Promise.all([
    noteInLog(db, changed.flatMap(happeningsOf), deps.now()),
    settled.length > 0 && showSettled(db, settled),
  ]);
}

/** Whether the server has judged the rows themselves. */
function isOfRows(verdict: Verdict): verdict is Extract<Verdict, { kind: 'stored' | 'rejected' }> {
  return verdict.kind === 'stored' || verdict.kind === 'rejected';
}

/** What the log says about it. */
function happeningsOf(changed: AppliedOutcome): RowEvent[] {
  const { sent, verdict, settled } = changed;
  if (isOfRows(verdict)) return settlingsOf(changed);
  if (!settled?.entry || verdict.kind === 'erased') return [];
  // One history, however often its entry has stepped behind.
  const { key, firstKey = key } = settled.entry;
  return [{ key: firstKey, rows: sent.rows, event: 'tried', reason: reasonOf(verdict) }];
}

function stateAfter(state: SyncState, outcome: Outcome, deps: SyncDeps): Partial<SyncState> {
  const { sent, verdict, isToldOf = false } = outcome;
  const isHere = isOfRows(verdict);
  // A row that hangs by itself says nothing about how much the connection takes at once.
  const isHung =
    verdict.kind === 'step-behind' && verdict.reason === 'timeout' && sent.rows.length > 1;
  return {
    ...(isToldOf ? {} : changesOfSession(outcome, state, deps)),
    ...(isHere && { pace: afterSuccess(state.pace, sent.rows.length) }),
    ...(isHung && { pace: afterTimeout(sent.rows.length) }),
    // After trouble, what is left of a watched file goes in batches.
    ...(!isHere && { watchedKey: null }),
    // Something reached the server that reads already on their way may lack.
    ...(isHere && { writes: state.writes + 1, lastSentAt: deps.now() }),
  };
}
