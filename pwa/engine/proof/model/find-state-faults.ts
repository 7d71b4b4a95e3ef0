import { BACKOFF_MAX_MS } from '../../src/sync/ground/backoff.ts';
import { isUnseen, noteUnsent, readMissing } from '../../src/data/unsent-count.ts';
import { readSyncState } from '../../src/data/sync-state.ts';
import { readNextWake, type NextWake } from '../../src/sync/send/next-wake.ts';
import { connectionState, readStatus, type SyncStatus } from '../../src/sync/send/status.ts';
import { rawRows, rawSession } from './raw-storage.ts';
import type { World } from './world.ts';

/**
 * What the signed-in user's tabs would show wrongly now, and whether anything waits without a next try. Not checked
 * while storage fails, because then nothing can be read.
 */
export async function findStateFaults(world: World): Promise<string[]> {
  const session = rawSession();
  if (world.mendStorage || session?.state !== 'active') return [];
  const { id: userId } = session.user;
  const tab = world.tab(0);
  const db = tab.db(userId);
  const now = world.clock.now();
  const [wake, status] = await tab.run(() =>
    Promise.all([readNextWake(db, now), readStatus(db, now)]),
  );
  const entries = rawRows(userId, 'outbox');
  const waiting = entries.reduce((sum, { rows }) => sum + rows.length, 0);
  const state = await tab.run(() => readSyncState(db));
  // A starting page opens the queue of an active session; until then there is nothing to check.
  if (!state.isOpen) return [];
  const told = { wake, status, waiting, now };
  const missing = await tab.run(() => readMissing(db));
  // As the header does it.
  if (!(await tab.run(() => isUnseen(db)))) noteUnsent(userId, status.waiting + status.rejected);
  const expected = world.missing.get(userId) ?? missing;
  return [
    ...wakeFaults(told, state.holdMs),
    ...headerFaults(told),
    ...(missing === expected ? [] : [`rule 1: ${missing} of ${expected} rows are called missing`]),
  ];
}

interface ReportedState {
  wake: NextWake;
  status: SyncStatus;
  waiting: number;
  now: number;
}

function wakeFaults({ wake, status, waiting, now }: ReportedState, holdMs: number): string[] {
  const { sendAt } = wake;
  if (waiting === 0) return [];
  // What a newer build wrote waits for that build.
  const isExcused = status.blocked !== null || status.isForNewerBuild || status.sending > 0;
  if (sendAt === null) return isExcused ? [] : ['rule 8: waits without a next time'];
  const longest = Math.max(BACKOFF_MAX_MS, holdMs);
  return sendAt - now > longest ? [`rule 8: waits for ${sendAt - now} ms`] : [];
}

function headerFaults({ wake, status, waiting, now }: ReportedState): string[] {
  const { kind, count } = connectionState(status);
  const isDue = wake.sendAt !== null && wake.sendAt <= now;
  const isMoving = isDue || status.sending > 0;
  const untrue = {
    'all-sent': waiting > 0 || status.rejected > 0,
    refused: waiting > 0 || status.rejected === 0,
    behind: waiting > 0,
    sending: !isMoving,
    'held-up': isDue || waiting === 0,
  }[kind as string];
  return [
    ...(untrue ? [`rule 18: the header says ${kind} with ${waiting} waiting`] : []),
    ...(count === waiting ? [] : [`rule 18: the header counts ${count} of ${waiting}`]),
  ];
}
