import {
  READ_MAX_RETRIES,
  READ_RETRY_BASE_MS,
  READ_RETRY_MAX_MS,
} from '@sunloop/shared-types/limits.ts';
import { ApiError, isProblem, NotSent, type Problem } from '../../api/problems.ts';
import { readSessionOf } from '../../data/device-db.ts';
import { mayAsk, readSyncState } from '../../data/sync-state.ts';
import type { ResourceRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { checkUser } from '../answers/check-user.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { isOfSession, noteSession } from '../answers/note-verdict.ts';
import { fetchOnce, type FetchedName, KEPT_NAMES, pathOf } from './resource-table.ts';
import { isDue, isOld } from './stale.ts';

/**
 * Fetches what is stale by SPEC §9: the user and the kept reads, if older than five minutes. Also called when a page
 * opens. While nobody answers, asking is left to the queue's timer.
 */
export async function refreshStale(
  db: UserDb,
  deps: SyncDeps = realDeps,
  names?: readonly FetchedName[],
): Promise<void> {
  if (!mayAsk(await readSyncState(db))) return;
  const session = await readSessionOf(db.userId);
  const isUserOld = isOld(session?.fetchedAt ?? 0, deps.now());
  const wanted = names ?? (await wantedNames(db));
  await Promise.all([
    isUserOld && checkUser(db, deps),
    ...wanted.map(async (name) => {
      if (await isStale(db, pathOf(name), deps)) await refresh(db, name, deps);
    }),
  ]);
}

/** Whether a resource was never fetched, or was touched since. */
export async function isAnyMissing(db: UserDb): Promise<boolean> {
  const paths = (await wantedNames(db)).map(pathOf);
  const stored = await withReopen(db, () => db.resources.bulkGet(paths));
  return stored.some((row) => !row || row.isTouched);
}

/** Whether what is kept under a path has to be asked for again. */
export async function isStale(db: UserDb, path: string, deps: SyncDeps): Promise<boolean> {
  const row = await withReopen(db, () => db.resources.get(path));
  return isDue(row, deps.now());
}

/**
 * Every customer's reads, and those of what was taken for others once there is any. An admin's screens need none of it
 * (SPEC §6) until a page asks for it by name.
 */
async function wantedNames(db: UserDb): Promise<readonly FetchedName[]> {
  const names: readonly FetchedName[] = [...KEPT_NAMES, 'taken'];
  const session = await readSessionOf(db.userId);
  const isAdmin = session?.user.role === 'admin';
  const stored = await withReopen(db, () => db.resources.bulkGet(names.map(pathOf)));
  return names.filter((name, at) => stored[at] || (name !== 'taken' && !isAdmin));
}

const TOO_MANY = 429;

/** Fetches under way, so that a page and the start of the app share one. */
const running = new Map<string, Promise<void>>();

/** Fetches one resource and stores it, like `refreshPath`. */
export function refresh(db: UserDb, name: FetchedName, deps: SyncDeps): Promise<void> {
  return refreshPath(db, { path: pathOf(name), once: () => fetchOnce(db, name, deps) }, deps);
}

/** A read kept under `path`: `once` asks and stores, or throws `Problem`. */
interface ReadTask {
  path: string;
  once: () => Promise<void>;
}

/**
 * Does a read, retrying as SPEC §9 says; joins one of the same path that is under way. If nobody answered, it asks for
 * the user to tell a dead network from one bad call; a dead network ends the retries, because the queue's own timer
 * takes over. Throws only if the local database fails.
 */
export function refreshPath(db: UserDb, read: ReadTask, deps: SyncDeps): Promise<void> {
  const key = `${db.userId} ${read.path}`;
  const known = running.get(key);
  if (known) return known;
  const work = fetchWithRetries(db, read, deps).finally(() => running.delete(key));
  running.set(key, work);
  return work;
}

async function fetchWithRetries(
  db: UserDb,
  { path, once }: ReadTask,
  deps: SyncDeps,
): Promise<void> {
  for (let retries = 0; await mayRead(db); retries += 1) {
    const problem = await tryOnce(db, once, deps);
    if (!problem) return;
    if (problem instanceof NotSent && !(await checkUser(db, deps))) return;
    const isSession = isOfSession(problem);
    const isLast = retries === READ_MAX_RETRIES || (!isSession && !mayRetry(problem));
    if (isLast) return giveUp(db, path, deps);
    // If there is a new session since, it was not this one that was refused.
    if (!isSession) await deps.wait(pauseOf(problem, retries));
  }
  await changeStored(db, path, (stored) => stored && { ...stored, isTouched: true });
}

async function tryOnce(
  db: UserDb,
  once: ReadTask['once'],
  deps: SyncDeps,
): Promise<Problem | undefined> {
  const { confirmed } = await readSyncState(db);
  try {
    await once();
    return undefined;
  } catch (error) {
    if (!isProblem(error)) throw error;
    await noteSession(db, { problem: error, confirmed }, deps);
    return error;
  }
}

/** By status instead of SPEC's text: a refusal is final, but 408 is retried and 429 is waited out. */
function mayRetry(problem: Problem): boolean {
  if (!(problem instanceof ApiError)) return true;
  return problem.status >= 500 || problem.status === 408 || problem.status === TOO_MANY;
}

/** As long as the server says, otherwise doubling from a second; in milliseconds. */
function pauseOf(problem: Problem, retries: number): number {
  const told = problem instanceof ApiError ? problem.retryAfterMs : undefined;
  return told ?? Math.min(READ_RETRY_MAX_MS, READ_RETRY_BASE_MS * 2 ** retries);
}

/** Not fetched again automatically until it would have been stale, or a write touches it. */
function giveUp(db: UserDb, path: string, deps: SyncDeps): Promise<void> {
  const never = { path, etag: null, fetchedAt: 0 };
  const triedAt = deps.now();
  const changes = { triedAt, isTouched: false };
  return changeStored(db, path, (stored) => ({ ...never, ...stored, ...changes }));
}

type Change = (stored: ResourceRow | undefined) => ResourceRow | undefined;

/** Changes what is kept under a path, unless its user has signed out. */
async function changeStored(db: UserDb, path: string, change: Change): Promise<void> {
  await withReopen(db, () =>
    db.transaction('rw', db.resources, db.sync, async () => {
      const { isOpen } = await readSyncState(db);
      const changed = isOpen && change(await db.resources.get(path));
      if (changed) await db.resources.put(changed);
    }),
  );
}

async function mayRead(db: UserDb): Promise<boolean> {
  const { isOpen, blocked } = await readSyncState(db);
  return isOpen && blocked === null;
}
