import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { requestPath } from '@sunloop/shared-types/request-path.ts';
import type { Route, RouteParams, RouteQueryInput } from '@sunloop/shared-types/route.ts';
import type * as v from 'valibot';
import { call, type CallInput } from '../../api/client.ts';
import { ApiError } from '../../api/problems.ts';
import type { Answer } from '../../api/read-answer.ts';
import { mayAsk, patchSyncState, readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import type { Follow } from '../../lib/follow.ts';
import { checkUser } from '../answers/check-user.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { type FetchOptions, fetchJson, type JsonRoute, parseStored } from './fetch-json.ts';
import { followHeld, type Read } from './follow-held.ts';
import { DESK_PATH } from '../session/forget-desk.ts';
import { notingSession } from '../answers/note-verdict.ts';
import { isStale, refreshPath } from './refresh.ts';
import { isSafeToRepeat, repeatWrite } from '../answers/repeat-write.ts';
import { type StoredResource, heldOf } from './resources.ts';
import { touchResources } from './store-answer.ts';

/** A read of the admin's desk: any GET route of the table that answers JSON. */
export type DeskRoute = JsonRoute & { readonly method: 'GET' };
export type DeskAnswer<R extends DeskRoute> = v.InferOutput<R['answers'][200]>;

/** The input of such a read: exactly the parts its route has. */
export type DeskInput<R extends Route> = ('params' extends keyof R
  ? { params: RouteParams<R> }
  : unknown) &
  ('query' extends keyof R ? { query?: RouteQueryInput<R> } : unknown);

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
}

/** An answer to a narrow question is dropped if nobody asks again for this long. Milliseconds. */
const KEPT_MS = 7 * DAY_MS;

/**
 * The route with the question in its path (`/api/admin/users?limit=50`), under which the answer is kept; so a route has
 * one answer on this device for each question asked.
 */
export function asked<R extends DeskRoute>(route: R, input?: DeskInput<R>): R {
  const { params = {}, query = {} } = (input ?? {}) as LooseInput;
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== '')
    .toSorted(([a], [b]) => a.localeCompare(b));
  return { ...route, path: requestPath(route, { params, query: Object.fromEntries(pairs) }) };
}

/**
 * What is held of a desk's read. `isTouched`: by a write since. `next`: the cursor of the page after it.
 */
export type StoredDeskAnswer<Data> = StoredResource<Data> & {
  isTouched: boolean;
  next: string | undefined;
};

/** A Dexie read, for a live query; undefined until there was a first answer. */
export async function readDesk<R extends DeskRoute>(
  db: UserDb,
  question: R,
): Promise<StoredDeskAnswer<DeskAnswer<R>> | undefined> {
  const row = await withReopen(db, () => db.resources.get(question.path));
  const held = heldOf<DeskAnswer<R>>(row, parseStored(question, row));
  const isTouched = row?.isTouched === true;
  return held && { ...held, isTouched, next: row?.next };
}

/** What is held of a desk's read, live. */
export function followDesk<R extends DeskRoute>(
  db: UserDb,
  question: R,
): Follow<Read<StoredDeskAnswer<DeskAnswer<R>> | undefined>> {
  return followHeld(db, question.path, () => readDesk(db, question));
}

/** What is kept of a route, whatever was asked; the newest answer last. */
export async function readAnswers<R extends DeskRoute>(
  db: UserDb,
  route: R,
): Promise<DeskAnswer<R>[]> {
  const isOfRoute = patternOf(route);
  const rows = await withReopen(db, () =>
    db.resources.where('path').startsWith(route.path).sortBy('fetchedAt'),
  );
  return rows.flatMap((row) => {
    const answer = isOfRoute.test(row.path) ? parseStored(route, row) : undefined;
    return answer ? [answer.data] : [];
  });
}

/**
 * Fetches an answer that is missing, touched or older than five minutes, and again if a write overtook it on its way.
 * While nobody answers, asking is left to the queue's timer.
 */
export async function refreshDesk(
  db: UserDb,
  question: DeskRoute,
  deps: SyncDeps = realDeps,
): Promise<void> {
  while (mayAsk(await readSyncState(db))) {
    if (!(await isStale(db, question.path, deps))) return;
    await refreshDeskNow(db, question, deps);
  }
}

/** Asks again because the person wants it; the result is in Dexie. Rejects if the `signal` is aborted. */
export function refreshDeskNow(
  db: UserDb,
  question: DeskRoute,
  deps: SyncDeps = realDeps,
  options: FetchOptions = {},
): Promise<void> {
  const once = () => askAsAdmin(db, question, deps, options);
  return refreshPath(db, { path: question.path, once }, deps);
}

/** Somebody who may no longer read this is no longer an admin, so the app fetches the user again. */
async function askAsAdmin(
  db: UserDb,
  question: DeskRoute,
  deps: SyncDeps,
  options: FetchOptions,
): Promise<void> {
  try {
    await fetchJson(db, question, deps, options);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'forbidden') await checkUser(db, deps);
    throw error;
  }
}

/**
 * Has every answer that a write can change fetched again, whatever the question: at once if it is on the screen, otherwise
 * when it is next looked at. This overtakes a read already on its way.
 */
export async function touchDesk(
  db: UserDb,
  { touches = [] }: Pick<Route, 'touches'>,
): Promise<void> {
  await withReopen(db, () =>
    db.transaction('rw', db.resources, db.sync, async () => {
      const paths = await db.resources.where('path').startsWith(DESK_PATH).primaryKeys();
      const patterns = touches.map((path) => patternOf({ path }));
      const touched = paths.filter((path) => patterns.some((pattern) => pattern.test(path)));
      await touchResources(db, touched);
      await patchSyncState(db, ({ writes }) => ({ writes: writes + 1 }));
    }),
  );
}

/** Of everybody's referrals without pages after the first, which are asked for again once that has been. */
function patternOf({ path }: { path: string }): RegExp {
  const unless = path === adminReferralRoutes.adminReferrals.path ? '(?!after=)' : '';
  return new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(?:\\?${unless}|$)`);
}

/** A write of the desk. */
export interface DeskWrite<R extends Route> {
  route: R;
  input: CallInput<R>;
}

/**
 * Writes while the person waits, and again if that is safe. Throws `ApiError` or `NotSent`. What it touches is fetched again
 * even then: a refusal often means that somebody else was faster, and an unanswered call may have arrived.
 */
export async function writeDesk<R extends Route>(
  db: UserDb,
  { route, input }: DeskWrite<R>,
  deps: SyncDeps = realDeps,
): Promise<Answer<R>['data']> {
  const send = () => call(route, { ...input, expectedUser: db.userId });
  try {
    return (await notingSession(db, () => sendSafely(route, input, send, deps), deps)).data;
  } finally {
    await touchDesk(db, route);
  }
}

/**
 * Tries again if that does no harm. A deletion that finds its row gone had arrived earlier, but its answer was lost.
 */
async function sendSafely<R extends Route>(
  { method }: R,
  input: CallInput<R>,
  send: () => Promise<Answer<R>>,
  deps: SyncDeps,
): Promise<Pick<Answer<R>, 'data'>> {
  const { body } = input as { body?: unknown };
  if (!isSafeToRepeat(method, body)) return send();
  const sendAgain = async (retries: number) => {
    try {
      return await send();
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      if (method !== 'DELETE' || !isGone || retries === 0) throw error;
      // A deletion answers nothing.
      return { data: undefined as Answer<R>['data'] };
    }
  };
  return repeatWrite(sendAgain, deps);
}

/** Drops answers to narrow questions that nobody asked for in a week, so that they do not pile up. */
export async function forgetOldAnswers(db: UserDb, deps: SyncDeps = realDeps): Promise<void> {
  const before = deps.now() - KEPT_MS;
  await db.resources
    .where('fetchedAt')
    .below(before)
    .filter(({ path }) => path.startsWith(DESK_PATH) && isNarrow(path))
    .delete();
}

/** With a query, or of one row. */
function isNarrow(path: string): boolean {
  return path.includes('?') || /\/[0-9a-f-]{36}/.test(path);
}
