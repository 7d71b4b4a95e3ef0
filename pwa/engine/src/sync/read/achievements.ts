import { LIST_HEADER, NEXT_CHECK_HEADER } from '@sunloop/shared-types/program/achievement-check.ts';
import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { call } from '../../api/client.ts';
import { isProblem, NotSent } from '../../api/problems.ts';
import { mayAsk, readSyncState } from '../../data/sync-state.ts';
import type { NewsRow, UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { isPauseOver } from '../ground/backoff.ts';
import { checkUser } from '../answers/check-user.ts';
import type { SyncDeps } from '../ground/deps.ts';
import { noteSession } from '../answers/note-verdict.ts';
import { REFERRALS_PATH } from './referral-versions.ts';
import { pathOf } from './resource-table.ts';
import { stateBeforeAsking, touchResources } from './store-answer.ts';

/** An achievement means that a referral was counted, and a list moves with a status: all that follows from it has changed. */
export const TOUCHED_BY_NEWS = [
  'referrals',
  'stats',
  'levels',
  'ladder',
  'history',
  'impact',
] as const;

/** Achievements earned and not yet shown, in the order of arrival. A Dexie read, for a live query. */
export function readNews(db: UserDb): Promise<NewsRow[]> {
  return withReopen(db, () => db.news.orderBy('at').toArray());
}

/** Takes an achievement that was shown out of the queue. */
export async function dropNews(db: UserDb, id: string): Promise<void> {
  await withReopen(db, () => db.news.delete(id));
}

/**
 * Asks once for newly earned achievements, and whether the list has moved, which is fetched then; does nothing while
 * nobody answers or the session is in doubt. Returns for how many milliseconds our server wants to be left alone, or
 * nothing. Throws only if the local database fails.
 */
export async function checkAchievements(db: UserDb, deps: SyncDeps): Promise<number | undefined> {
  const state = await readSyncState(db);
  const { holdUntil, holdMs, confirmed } = state;
  if (!mayAsk(state) || !isPauseOver(holdUntil, deps.now(), holdMs)) return undefined;
  const { userId } = db;
  try {
    const { stored } = await stateBeforeAsking(db, REFERRALS_PATH);
    // A list that could not be read is left alone until its time.
    const held = stored?.triedAt ? undefined : stored?.cursor;
    const options = { expectedUser: userId, ...(held && { headers: { [LIST_HEADER]: held } }) };
    const input = { params: { userId }, ...options };
    const { data, headers } = await call(customerRoutes.checkAchievements, input);
    const hasMoved = headers.has(LIST_HEADER);
    const at = deps.now();
    const news = data.map((achievement, nth) => ({
      id: achievement.id,
      achievement,
      at: at + nth,
    }));
    if (hasMoved || news.length > 0) await storeNews(db, news);
    return Number(headers.get(NEXT_CHECK_HEADER)) * 1000 || undefined;
  } catch (error) {
    if (!isProblem(error)) throw error;
    await noteSession(db, { problem: error, confirmed }, deps);
    // This call may be the first to notice that the network is gone, and the header should know.
    if (error instanceof NotSent) await checkUser(db, deps);
    return undefined;
  }
}

/** Each is delivered only once, so it is kept until shown, but never for somebody who signed out meanwhile. */
async function storeNews(db: UserDb, news: NewsRow[]): Promise<void> {
  await withReopen(db, () =>
    db.transaction('rw', db.news, db.resources, db.sync, async () => {
      if (!(await readSyncState(db)).isOpen) return;
      await db.news.bulkPut(news);
      await touchResources(db, TOUCHED_BY_NEWS.map(pathOf));
    }),
  );
}
