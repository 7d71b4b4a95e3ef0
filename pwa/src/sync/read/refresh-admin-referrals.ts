import {
  AdminReferral,
  AdminReferralDelta,
  adminReferralRoutes,
  ERASED_EMAIL_END,
} from '@sunloop/shared-types';
import * as v from 'valibot';
import { callReading } from '../../api/client.ts';
import { ApiError } from '../../api/problems.ts';
import { readRows } from '../../api/read-rows.ts';
import {
  putAdminReferrals,
  readAdminMeta,
  replaceAdminReferrals,
} from '../../data/admin-blocks.ts';
import { readAdminParts } from '../../data/admin-parts.ts';
import { readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { checkUser } from '../answers/check-user.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { completed, fetchRest, ListKeeper } from './first-list.ts';
import { withLock } from '../ground/lock.ts';
import { isStale, refreshPath } from './refresh.ts';
import {
  type Asked,
  isAnotherThere,
  putResource,
  dropAnswers,
  touchResources,
  stateBeforeAsking,
} from './store-answer.ts';

export const ADMIN_REFERRALS_PATH = adminReferralRoutes.pullAdminReferrals.path;

/** For the whole list of a large program over a bad connection. Milliseconds. */
const PULL_TIMEOUT_MS = 10 * 60_000;

/**
 * If everybody's referrals are stale, fetches what changed in them, or the whole list if there is none, and stores it.
 * For the desk's worker, because a whole list is too much for a page to parse. One tab asks at a time.
 */
export function refreshAdminReferrals(
  db: UserDb,
  onCount: OnCount = ignore,
  deps: SyncDeps = realDeps,
): Promise<void> {
  const work = async () => {
    const { reach } = await readSyncState(db);
    if (reach !== 'ok' || !(await isStale(db, ADMIN_REFERRALS_PATH, deps))) return;
    await ask(db, onCount, deps);
  };
  return withLock('sunloop-admin-referrals', work, PULL_TIMEOUT_MS);
}

/** Asks again because the person wants it; the result is in Dexie. */
export function refreshAdminReferralsNow(
  db: UserDb,
  onCount: OnCount = ignore,
  deps: SyncDeps = realDeps,
): Promise<void> {
  return withLock('sunloop-admin-referrals', () => ask(db, onCount, deps), PULL_TIMEOUT_MS);
}

/** Called with how many rows have come so far. */
type OnCount = (count: number) => void;
const ignore = () => undefined;

function ask(db: UserDb, onCount: OnCount, deps: SyncDeps): Promise<void> {
  const once = () => pull(db, onCount, deps);
  return refreshPath(db, { path: ADMIN_REFERRALS_PATH, once }, deps);
}

const DeltaWithoutRows = v.omit(AdminReferralDelta, ['upserts']);

async function pull(db: UserDb, onCount: OnCount, deps: SyncDeps): Promise<void> {
  const asked = await stateBeforeAsking(db, ADMIN_REFERRALS_PATH);
  const fetchedAt = deps.now();
  // A cursor without its list is useless.
  const since = (await readAdminMeta(db)) ? (asked.stored?.cursor ?? '') : '';
  try {
    const delta =
      since === '' ? await pullWhole(db, onCount) : await readDelta(db, since, { onCount });
    await store(db, { delta, asked, fetchedAt });
  } catch (error) {
    // Somebody who may no longer read this is no longer an admin, so the app fetches the user again.
    if (error instanceof ApiError && error.code === 'forbidden') await checkUser(db, deps);
    throw error;
  }
}

const ROUTE = adminReferralRoutes.pullAdminReferrals;

/** Resumes a fetch that broke off, if there is one; nobody is shown a list that is not whole. */
async function pullWhole(db: UserDb, onCount: OnCount): Promise<AdminReferralDelta> {
  const broken = await withReopen(db, () => readAdminParts(db));
  if (broken) {
    const { begun, rows } = broken;
    const all = await fetchRest(db, { begun, rows, onCount });
    return completed(all, await readDelta(db, begun.cursor));
  }
  const keeper = new ListKeeper(db);
  try {
    return await readDelta(db, '', { onCount, keeper });
  } finally {
    await keeper.settle();
  }
}

interface Listeners {
  onCount?: OnCount;
  keeper?: ListKeeper;
}

async function readDelta(
  db: UserDb,
  since: string,
  { onCount = ignore, keeper }: Listeners = {},
): Promise<AdminReferralDelta> {
  const input = { query: { since }, expectedUser: db.userId, timeoutMs: PULL_TIMEOUT_MS };
  const upserts: AdminReferral[] = [];
  const onRows = (rows: AdminReferral[]) => {
    upserts.push(...rows);
    keeper?.add(rows);
    onCount(upserts.length);
  };
  const onOpening = (opening: unknown) => keeper?.open(opening);
  const reader = { row: AdminReferral, rest: DeltaWithoutRows, onRows, onOpening };
  const rest = await callReading(ROUTE, input, (response) => {
    upserts.length = 0;
    return readRows(ROUTE, response, reader);
  });
  return { ...rest, upserts };
}

interface Pulled {
  delta: AdminReferralDelta;
  asked: Asked;
  fetchedAt: number;
}

const isErased = ({ email }: AdminReferral) => email.endsWith(ERASED_EMAIL_END);

/**
 * In one transaction with the cursor (rule 16). A whole list that a write overtook is kept anyway, because it cost
 * minutes; what it lacks is fetched at once.
 */
function store(db: UserDb, { delta, asked, fetchedAt }: Pulled): Promise<void> {
  const { cursor, full, upserts, deletes } = delta;
  return withReopen(db, () =>
    db.transaction('rw', [db.adminBlocks, db.resources, db.sync], async () => {
      const { isOpen } = await readSyncState(db);
      const { writes, stored } = await stateBeforeAsking(db, ADMIN_REFERRALS_PATH);
      if (!isOpen || isAnotherThere(asked, stored)) return;
      const isTouched = writes !== asked.writes;
      if (isTouched && !full) return touchResources(db, [ADMIN_REFERRALS_PATH]);
      if (full) await replaceAdminReferrals(db, upserts);
      else await putAdminReferrals(db, upserts, deletes);
      const row = { path: ADMIN_REFERRALS_PATH, etag: null, cursor, fetchedAt, isTouched };
      await putResource(db, row);
      // Other answers of the desk contain their names, too.
      if (upserts.some(isErased)) await dropAnswers(db, ADMIN_REFERRALS_PATH);
    }),
  );
}
