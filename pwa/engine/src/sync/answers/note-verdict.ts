import type { Route } from '@sunloop/shared-types/route.ts';
import { call, type CallInput } from '../../api/client.ts';
import type { Answer } from '../../api/read-answer.ts';
import { isProblem, type NotSentReason, type Problem } from '../../api/problems.ts';
import { noteSyncState, readSyncState } from '../../data/sync-state.ts';
import type { Reach, SyncState, UserDb } from '../../data/user-db.ts';
import { backoffMs } from '../ground/backoff.ts';
import type { SyncDeps } from '../ground/deps.ts';
import { forgetErased } from '../session/session.ts';
import { judgeProblem, type Verdict } from './verdict.ts';

/** What the person is told about a request without an answer; a hanging socket counts as a lost connection. */
const REACH_OF: Readonly<Record<NotSentReason, Reach>> = {
  offline: 'offline',
  timeout: 'offline',
  captive: 'captive',
  'server-away': 'server-away',
  malformed: 'server-away',
};

/** A verdict, and the mark of the user's last confirmation when its request was made. */
export interface SessionVerdict {
  verdict: Verdict;
  confirmed: number;
}

/**
 * After this many requests in a row that fail alone, there is a pause for all, because perhaps nothing gets through.
 */
const ALONE_IN_A_ROW = 8;

/** Records what a verdict says about the connection and the session, in memory if the device is full. */
export async function noteVerdict(db: UserDb, told: SessionVerdict, deps: SyncDeps): Promise<void> {
  await noteSyncState(db, (state) => changesOfSession(told, state, deps));
  if (told.verdict.kind === 'erased') await forgetErased(db);
}

/** How a verdict changes `state`. */
export function changesOfSession(
  { verdict, confirmed }: SessionVerdict,
  state: SyncState,
  deps: SyncDeps,
): Partial<SyncState> {
  const { blocked, ...changes } = changesOf(verdict, state, deps);
  // A refusal of the session before the last sign-in says nothing about this one.
  const isOfThisSession = confirmed === state.confirmed;
  return blocked && isOfThisSession ? { ...changes, blocked } : changes;
}

/** Records what a failed call outside the queue says about the session; `checkUser` finds out about the network. */
export async function noteSession(
  db: UserDb,
  { problem, confirmed }: { problem: Problem; confirmed: number },
  deps: SyncDeps,
): Promise<void> {
  const verdict = judgeProblem(problem, 0);
  const isAboutAll = verdict.kind === 'wait' || isOfSession(problem);
  if (isAboutAll) await noteVerdict(db, { verdict, confirmed }, deps);
}

/** Whether the session was refused rather than the call. */
export function isOfSession(problem: Problem): boolean {
  const { kind } = judgeProblem(problem, 0);
  return ['sign-in', 'inactive', 'wrong-user', 'erased'].includes(kind);
}

/** Makes a call while the person waits; if it is refused because of the session, the queue is told, too. */
export async function notingSession<T>(
  db: UserDb,
  work: () => Promise<T>,
  deps: SyncDeps,
): Promise<T> {
  const { confirmed } = await readSyncState(db);
  try {
    return await work();
  } catch (error) {
    if (isProblem(error)) await noteSession(db, { problem: error, confirmed }, deps);
    throw error;
  }
}

/** The same for a call that is meant for this database's user. */
export function callAsUser<R extends Route>(
  db: UserDb,
  route: R,
  input: CallInput<R>,
  deps: SyncDeps,
): Promise<Answer<R>> {
  return notingSession(db, () => call(route, { ...input, expectedUser: db.userId }), deps);
}

function changesOf(verdict: Verdict, state: SyncState, deps: SyncDeps): Partial<SyncState> {
  const now = deps.now();
  const answered = { reach: 'ok', failures: 0, nextAt: 0, lastSyncAt: now } as const;
  switch (verdict.kind) {
    case 'stored':
    case 'rejected':
    case 'split':
      return answered;
    case 'sign-in':
    case 'inactive':
    case 'wrong-user':
    case 'update-needed':
      return { ...answered, blocked: verdict.kind };
    case 'erased':
      // Nothing may be sent until everything is forgotten, and a start in between asks again.
      return { ...answered, blocked: 'sign-in' };
    case 'wait':
      return verdict.delayMs === undefined
        ? { ...later(state, deps), reach: 'ok' }
        : { reach: 'ok', ...held(verdict.delayMs, now) };
    case 'not-sent': {
      const hold = verdict.delayMs === undefined ? {} : held(verdict.delayMs, now);
      return { ...later(state, deps), ...hold, reach: REACH_OF[verdict.reason] };
    }
    case 'server-error':
      return { ...later(state, deps), reach: 'server-away' };
    case 'step-behind':
      return steppedBehind(state, deps);
  }
}

/** The server is there and reads continue. Other rows go first, unless nothing has gone through for a while. */
function steppedBehind(state: SyncState, deps: SyncDeps): Partial<SyncState> {
  const failures = state.failures + 1;
  if (failures <= ALONE_IN_A_ROW) return { failures, reach: 'ok' };
  const nextAt = deps.now() + backoffMs(failures - ALONE_IN_A_ROW, deps.random());
  return { failures, nextAt, reach: 'ok' };
}

function held(delayMs: number, now: number): Pick<SyncState, 'holdUntil' | 'holdMs'> {
  return { holdUntil: now + delayMs, holdMs: delayMs };
}

function later(state: SyncState, deps: SyncDeps): Pick<SyncState, 'failures' | 'nextAt'> {
  const failures = state.failures + 1;
  return { failures, nextAt: deps.now() + backoffMs(failures, deps.random()) };
}
