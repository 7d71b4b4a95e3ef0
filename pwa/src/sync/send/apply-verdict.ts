import { noteStorageTrouble, noteStorageWorks } from '../../data/storage-health.ts';
import { noteSyncState, patchSyncState } from '../../data/sync-state.ts';
import type { SyncState, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { changeEntry, type Sent } from './change-entry.ts';
import type { SyncDeps } from '../deps.ts';
import { noteInLog } from '../waiting/log-lines.ts';
import { reasonOf } from '../waiting/log-reasons.ts';
import { changesOfSession, type TimedVerdict } from './note-verdict.ts';
import { afterSuccess, afterTimeout } from './pace.ts';
import { forgetErased } from '../session/session.ts';
import { type Settled, showSettled } from './settle-rows.ts';
import { newOwedKey, settleOrKeep } from './unsettled.ts';

/**
 * Stores a verdict in one transaction: rows leave the outbox with it or not at all. Safe to repeat and to come late:
 * only rows that still wait as they were sent are touched. If the device cannot store all of it, the rows alone are
 * taken out first, because that frees space and lets the next ones go.
 */
export async function applyVerdict(
  db: UserDb,
  sent: Sent,
  timed: TimedVerdict,
  deps: SyncDeps,
): Promise<void> {
  try {
    await withReopen(db, () =>
      // All tables, because `keep` may write to any of them.
      db.transaction('rw', db.tables, async () => {
        const settled = await changeEntry(db, sent, timed.verdict, deps);
        await showVerdict(db, sent, { ...timed, settled }, deps);
        await patchSyncState(db, (state) => stateAfter(state, sent, timed, deps));
      }),
    );
    noteStorageWorks();
  } catch (error) {
    noteStorageTrouble(error);
    await applyEssentials(db, sent, timed, deps);
  }
  if (timed.verdict.kind === 'erased') await forgetErased(db);
}

async function applyEssentials(
  db: UserDb,
  sent: Sent,
  timed: TimedVerdict,
  deps: SyncDeps,
): Promise<void> {
  const settle = async () => {
    const settled = await withReopen(db, () =>
      db.transaction('rw', [db.outbox, db.rejected, db.conflicts], () =>
        changeEntry(db, sent, timed.verdict, deps),
      ),
    );
    const show = () =>
      db.transaction('rw', db.tables, () => showVerdict(db, sent, { ...timed, settled }, deps));
    await settleOrKeep(db, newOwedKey(), () => withReopen(db, show), deps);
  };
  await settleOrKeep(db, sent.key, settle, deps);
  await noteSyncState(db, (state) => stateAfter(state, sent, timed, deps));
}

/** Updates what people see: the log, the list, the file it came from. */
async function showVerdict(
  db: UserDb,
  { rows }: Sent,
  { verdict, settled, list }: TimedVerdict & { settled: Settled | undefined },
  deps: SyncDeps,
): Promise<void> {
  const now = deps.now();
  if (verdict.kind === 'stored' || verdict.kind === 'rejected') {
    return showSettled(db, { verdict, settled, list, now });
  }
  if (!settled?.entry || verdict.kind === 'erased') return;
  // One history, however often its entry has stepped behind.
  const { key, firstKey = key } = settled.entry;
  const reason = reasonOf(verdict);
  await noteInLog(db, { key: firstKey, rows, event: 'tried', reason }, now);
}

function stateAfter(
  state: SyncState,
  { rows }: Sent,
  timed: TimedVerdict,
  deps: SyncDeps,
): Partial<SyncState> {
  const { verdict, isToldOf = false } = timed;
  const isHere = verdict.kind === 'stored' || verdict.kind === 'rejected';
  const isHung = verdict.kind === 'step-behind' && verdict.reason === 'timeout';
  return {
    ...(isToldOf ? {} : changesOfSession(timed, state, deps)),
    ...(isHere && { pace: afterSuccess(state.pace, rows.length) }),
    ...(isHung && { pace: afterTimeout(rows.length) }),
    // Something reached the server that reads already on their way may lack.
    ...(isHere && { writes: state.writes + 1, lastSentAt: deps.now() }),
  };
}
