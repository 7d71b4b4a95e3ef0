import {
  READ_MAX_RETRIES,
  READ_RETRY_BASE_MS,
  READ_RETRY_MAX_MS,
  STALE_AFTER_MS,
} from '@sunloop/shared-types';
import { ApiError, isProblem, NotSent, type Problem } from '../api/problems.ts';
import { readSession } from '../data/device-db.ts';
import { readSyncState } from '../data/sync-state.ts';
import type { UserDb } from '../data/user-db.ts';
import { checkUser } from './check-user.ts';
import type { SyncDeps } from './deps.ts';
import { noteVerdict, type TimedVerdict } from './note-verdict.ts';
import { REFERRALS_PATH, refreshReferrals } from './refresh-referrals.ts';
import { judgeProblem } from './verdict.ts';

/** A read of the server that is kept in Dexie, by the name the app asks for it. */
const RESOURCES = {
  referrals: { path: REFERRALS_PATH, fetchOnce: refreshReferrals },
} as const;

export type ResourceName = keyof typeof RESOURCES;

/**
 * Fetches what SPEC §9 calls stale: the user and every resource older than five minutes. While nobody
 * answers it leaves asking to the queue's timer.
 */
export async function refreshStale(db: UserDb, deps: SyncDeps): Promise<void> {
  const { reach } = await readSyncState(db);
  if (reach !== 'ok' || !(await mayRead(db))) return;
  if (isOld(await userFetchedAt(db), deps) && !(await checkUser(db, deps))) return;
  for (const name of Object.keys(RESOURCES) as ResourceName[]) {
    const { fetchedAt = 0, triedAt = 0 } = (await db.resources.get(RESOURCES[name].path)) ?? {};
    if (isOld(Math.max(fetchedAt, triedAt), deps)) await refresh(db, name, deps);
  }
}

/** Whether a resource was never fetched, or forgotten because a write has touched it. */
export async function isAnyMissing(db: UserDb): Promise<boolean> {
  const paths = Object.values(RESOURCES).map(({ path }) => path);
  const stored = await db.resources.bulkGet(paths);
  return stored.includes(undefined);
}

/**
 * Fetches one resource and stores it, trying again as SPEC §9 says. When nobody answered, the user is
 * asked for to tell a dead network from one bad call; a dead network ends the tries, for the queue's
 * own timer goes on. Throws only when the local database fails.
 */
export async function refresh(db: UserDb, name: ResourceName, deps: SyncDeps): Promise<void> {
  for (let retries = 0; await mayRead(db); retries += 1) {
    const problem = await tryOnce(db, name, deps);
    if (!problem) return;
    if (problem instanceof NotSent && !(await checkUser(db, deps))) return;
    if (retries === READ_MAX_RETRIES || !mayRetry(problem)) return giveUp(db, name, deps);
    await deps.wait(Math.min(READ_RETRY_MAX_MS, READ_RETRY_BASE_MS * 2 ** retries));
  }
}

async function tryOnce(
  db: UserDb,
  name: ResourceName,
  deps: SyncDeps,
): Promise<Problem | undefined> {
  const { confirmed } = await readSyncState(db);
  try {
    await RESOURCES[name].fetchOnce(db, deps);
    return undefined;
  } catch (error) {
    if (!isProblem(error)) throw error;
    await noteSession(db, { verdict: judgeProblem(error, 0), confirmed }, deps);
    return error;
  }
}

/** A failed read tells of the session; whether the network is there, `checkUser` says. */
async function noteSession(db: UserDb, timed: TimedVerdict, deps: SyncDeps): Promise<void> {
  const isAboutAll = ['sign-in', 'inactive', 'wrong-user', 'wait'].includes(timed.verdict.kind);
  if (isAboutAll) await noteVerdict(db, timed, deps);
}

/** By status instead of SPEC's text: a refusal stays one, but 408 passes and 429 is waited for. */
function mayRetry(problem: Problem): boolean {
  return !(problem instanceof ApiError) || problem.status >= 500 || problem.status === 408;
}

/** Not asked for again by itself until it would have been stale, or a write touches it. */
async function giveUp(db: UserDb, name: ResourceName, deps: SyncDeps): Promise<void> {
  const { path } = RESOURCES[name];
  await db.transaction('rw', db.resources, async () => {
    const stored = await db.resources.get(path);
    const triedAt = deps.now();
    await db.resources.put({ path, etag: null, fetchedAt: 0, ...stored, triedAt });
  });
}

async function mayRead(db: UserDb): Promise<boolean> {
  const { isOpen, blocked } = await readSyncState(db);
  return isOpen && blocked === null;
}

/** A time in the future is that of a clock put back since. */
function isOld(since: number, deps: SyncDeps): boolean {
  const ageMs = deps.now() - since;
  return ageMs >= STALE_AFTER_MS || ageMs < 0;
}

async function userFetchedAt(db: UserDb): Promise<number> {
  const session = await readSession();
  return session?.state === 'active' && session.user.id === db.userId ? session.fetchedAt : 0;
}
