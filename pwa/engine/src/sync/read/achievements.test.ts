import type { Achievement } from '@sunloop/shared-types/program/achievement.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { patchSyncState, readSyncState } from '../../data/sync-state.ts';
import { type UserDb } from '../../data/user-db.ts';
import { aReferral, aUser } from '../../test/builders.ts';
import { cutBefore, refusal } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { checkAchievements, dropNews, readNews } from './achievements.ts';
import { isAnyMissing, refreshStale } from './refresh.ts';
import { readResource, refreshNow } from './resources.ts';
import { signOut } from '../session/session.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';

let server: FakeServer;
let db: UserDb;
const clock = fixedDeps();
const { deps, advance } = clock;

beforeEach(async () => {
  ({ server, db } = await aSignedInDevice(aUser(), clock));
});

function anAchievement(title: string): Achievement {
  const look = { type: 'referrals_submitted', icon: 'star', rarity: 'common' } as const;
  return { id: uuidv7(), title, description: '', ...look };
}

const titles = async () => (await readNews(db)).map(({ achievement }) => achievement.title);
const checks = () => server.requests.filter(({ path }) => path.includes('/check/'));

describe('checkAchievements', () => {
  test('queues newly earned achievements in order until each was shown', async () => {
    server.news.push(anAchievement('First'), anAchievement('Second'));
    await checkAchievements(db, deps);
    server.news.push(anAchievement('Third'));
    advance(5000);
    await checkAchievements(db, deps);
    expect(await titles()).toEqual(['First', 'Second', 'Third']);
    const [first] = await readNews(db);
    await dropNews(db, first?.id ?? '');
    expect(await titles()).toEqual(['Second', 'Third']);
  });

  test('has the figures behind the news fetched again (rule 17)', async () => {
    await refreshStale(db, deps);
    await checkAchievements(db, deps);
    expect(await isAnyMissing(db)).toBe(false);
    server.news.push(anAchievement('First'));
    await checkAchievements(db, deps);
    expect(await isAnyMissing(db)).toBe(true);
  });

  test.each<[string, string | null]>([
    ['changed', 'in_progress'],
    ['deleted', null],
  ])('has a list fetched again of which a row was %s elsewhere (rule 21)', async (_, status) => {
    const row = aReferral({ userId: db.userId });
    server.rows.set(row.id, row);
    await refreshStale(db, deps);
    await checkAchievements(db, deps);
    expect(await isAnyMissing(db)).toBe(false);
    server.changeByAdmin(row.id, status);
    await checkAchievements(db, deps);
    await refreshStale(db, deps);
    const held = await readResource(db, 'referrals');
    expect(held?.data).toEqual(status === null ? [] : [expect.objectContaining({ status })]);
    await checkAchievements(db, deps);
    expect(await isAnyMissing(db)).toBe(false);
  });

  test('leaves a list that could not be read alone until its time (rule 17)', async () => {
    await refreshStale(db, deps);
    const row = aReferral({ userId: db.userId });
    server.rows.set(row.id, row);
    await checkAchievements(db, deps);
    server.intercept = ({ path }) =>
      path === '/api/referrals' ? () => refusal(500, 'internal') : undefined;
    await refreshStale(db, deps);
    await checkAchievements(db, deps);
    expect(await isAnyMissing(db)).toBe(false);
    server.intercept = () => undefined;
    advance(5 * 60_000);
    await refreshStale(db, deps);
    expect((await readResource(db, 'referrals'))?.data).toEqual([row]);
  });

  test('keeps nothing for somebody who signed out meanwhile (rule 16)', async () => {
    server.news.push(anAchievement('First'));
    server.script(`/api/achievements/check/${db.userId}`, async (_, serve) => {
      const answer = serve();
      await signOut({ unsent: 'keep' });
      return answer;
    });
    await checkAchievements(db, deps);
    expect(await titles()).toEqual([]);
  });

  test('does not ask before Retry-After is over (rule 8)', async () => {
    await patchSyncState(db, { holdUntil: deps.now() + 30_000, holdMs: 30_000 });
    await checkAchievements(db, deps);
    expect(checks()).toEqual([]);
  });

  test('notices that the network is gone, and is quiet until it is back (rule 18)', async () => {
    server.intercept = () => cutBefore;
    await checkAchievements(db, deps);
    expect((await readSyncState(db)).reach).toBe('offline');
    await checkAchievements(db, deps);
    expect(checks()).toHaveLength(1);
  });
});

test('the lists are fetched only on request', async () => {
  await refreshStale(db, deps);
  expect(await readResource(db, 'achievements')).toBeUndefined();
  await refreshNow(db, 'achievements', deps);
  expect(await readResource(db, 'achievements')).toMatchObject({
    data: { earned: [], locked: [] },
  });
});
