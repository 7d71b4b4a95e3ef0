import { adminUserRoutes } from '@sunloop/shared-types/accounts/users.ts';
import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { adminProgrammeRoutes } from '@sunloop/shared-types/program/admin-program-routes.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { readSyncState } from '../../data/sync-state.ts';
import { type UserDb } from '../../data/user-db.ts';
import { aUser } from '../../test/builders.ts';
import { answerWith, cutBefore, jsonAnswer, refusal } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { Step } from '../../test/fake-step.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import {
  asked,
  forgetOldAnswers,
  readAnswers,
  readDesk,
  refreshDesk,
  refreshDeskNow,
  touchDesk,
  writeDesk,
} from './desk-resources.ts';
import { signOut } from '../session/session.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';

const { adminStats, adminReferrals } = adminReferralRoutes;
const STATS = adminStats.path;
const FIGURES = {
  totalUsers: 3,
  totalReferrals: 8,
  completedReferrals: 2,
  totalReferralsPaidOut: 600,
};
let user: ReturnType<typeof aUser>;
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  ({ user, server, db, clock } = await aSignedInDevice(aUser({ role: 'admin' })));
});

const figures = (totalUsers = FIGURES.totalUsers) => ({ ...FIGURES, totalUsers });
const answering =
  (value: unknown): Step =>
  (request) =>
    jsonAnswer(value, request);
const totalUsers = async () => (await readDesk(db, adminStats))?.data?.totalUsers;

test('answers to all questions of a route are read together, the newest last', async () => {
  const { users, countUsers } = adminUserRoutes;
  const named = (username: string) => aUser({ id: user.id, username });
  const further = asked(users, { query: { after: 'x', q: 'a' } });
  for (const [question, answer] of [
    [further, [named('before')]],
    [asked(users, { query: { q: 'b' } }), [named('after')]],
    [asked(countUsers, { query: { q: 'a' } }), { all: 1, active: 1, inactive: 0, admin: 1 }],
  ] as const) {
    server.script(question.path.split('?')[0] ?? '', answering(answer));
    clock.advance(1);
    await refreshDeskNow(db, question, clock.deps);
  }
  const names = async () => (await readAnswers(db, users)).flat().map(({ username }) => username);
  expect(await names()).toEqual(['before', 'after']);
  // A page after the first is asked for again after a write, too.
  await touchDesk(db, { touches: [users.path] });
  expect((await readDesk(db, further))?.isTouched).toBe(true);
});

describe('the path of a question', () => {
  test('holds parameters and query, in one order for all callers', () => {
    const id = '0198f1c2-7d3e-7a55-8c11-1d2f3a4b5c6d';
    const detail = asked(adminUserRoutes.userDetail, { params: { id } });
    expect(detail.path).toBe(`/api/admin/users/${id}`);
    const one = asked(adminReferrals, { query: { limit: '5', q: 'a b' } });
    const other = asked(adminReferrals, { query: { q: 'a b', limit: '5' } });
    expect(one.path).toBe('/api/admin/referrals?limit=5&q=a+b');
    expect(other.path).toBe(one.path);
  });

  test('leaves out empty parts', () => {
    expect(asked(adminReferrals, { query: { q: '' } }).path).toBe('/api/admin/referrals');
  });
});

describe('reading', () => {
  test('keeps an answer under its question and asks with its tag when it is stale', async () => {
    server.script(STATS, answering(FIGURES), answering(FIGURES));
    await refreshDesk(db, adminStats, clock.deps);
    await refreshDesk(db, adminStats, clock.deps);
    expect(server.sentTo(STATS)).toHaveLength(1);
    clock.advance(5 * 60_000);
    await refreshDesk(db, adminStats, clock.deps);
    expect(server.sentTo(STATS)[1]?.headers.get('If-None-Match')).toMatch(/^W\//);
    expect(await readDesk(db, adminStats)).toMatchObject({
      data: FIGURES,
      fetchedAt: clock.deps.now(),
    });
  });

  test('asks the server exactly what was asked', async () => {
    const question = asked(adminReferrals, { query: { limit: '5' } });
    server.script('/api/admin/referrals', answering([]));
    await refreshDesk(db, question, clock.deps);
    expect(server.sentTo('/api/admin/referrals')[0]?.query.get('limit')).toBe('5');
    expect((await readDesk(db, question))?.data).toEqual([]);
    expect(await readDesk(db, adminReferrals)).toBeUndefined();
  });

  test('two askers at once share one request', async () => {
    server.script(STATS, answering(FIGURES));
    await Promise.all([refreshDesk(db, adminStats), refreshDesk(db, adminStats)]);
    expect(server.sentTo(STATS)).toHaveLength(1);
  });

  test('tries three times more, then keeps what is there and gives up', async () => {
    server.script(STATS, answering(FIGURES));
    await refreshDesk(db, adminStats, clock.deps);
    clock.advance(5 * 60_000);
    const failing = answerWith(() => refusal(500, 'internal'));
    server.script(STATS, failing, failing, failing, failing);
    await refreshDesk(db, adminStats, clock.deps);
    expect(clock.waits).toEqual([1000, 2000, 4000]);
    expect(await totalUsers()).toBe(3);
    expect(server.sentTo('/api/user'), 'such a failure says nothing about the user').toEqual([]);
  });

  test('without signal nothing is lost, and nothing is asked until it is back', async () => {
    server.intercept = () => cutBefore;
    await refreshDesk(db, adminStats, clock.deps);
    const asks = server.sentTo(STATS).length;
    expect((await readSyncState(db)).reach).toBe('offline');
    await refreshDesk(db, adminStats, clock.deps);
    expect(server.sentTo(STATS)).toHaveLength(asks);
  });

  test('a refused session is reported to the whole app (rule 7)', async () => {
    server.user = null;
    await refreshDesk(db, adminStats, clock.deps);
    expect((await readSyncState(db)).blocked).toBe('sign-in');
  });

  test('another user’s session stops the queue (rule 6)', async () => {
    server.user = aUser({ role: 'admin' });
    await refreshDesk(db, adminStats, clock.deps);
    expect((await readSyncState(db)).blocked).toBe('wrong-user');
  });

  test('when access is forbidden, the user is fetched again', async () => {
    server.script(
      STATS,
      answerWith(() => refusal(403, 'forbidden')),
    );
    await refreshDesk(db, adminStats, clock.deps);
    expect(server.sentTo('/api/user')).toHaveLength(1);
    expect(await readDesk(db, adminStats)).toMatchObject({ data: undefined });
  });

  test('signing out takes every answer with it (rule 14)', async () => {
    server.script(STATS, answering(FIGURES));
    await refreshDesk(db, adminStats, clock.deps);
    await signOut({ unsent: 'keep' });
    expect(await db.resources.count()).toBe(0);
  });
});

describe('writing', () => {
  const { addAvailableReward, adminRewards } = adminProgrammeRoutes;
  const body = { name: 'Mug', amount: '$5', requiredReferrals: 1 };
  const mug = {
    ...body,
    id: '0198f1c2-7d3e-7a55-8c11-1d2f3a4b5c6d',
    description: null,
    createdAt: '2026-11-21T10:00:00.000Z',
  };

  test('returns what was stored and has the touched reads fetched again', async () => {
    server.script(
      adminRewards.path,
      answering([]),
      answerWith(() => jsonAnswer(mug, undefined, 201)),
    );
    await refreshDesk(db, adminRewards, clock.deps);
    const write = { route: addAvailableReward, input: { body }, touches: [adminRewards] };
    expect(await writeDesk(db, write, clock.deps)).toEqual(mug);
    expect(await readDesk(db, adminRewards)).toMatchObject({
      data: [],
      isTouched: true,
    });
    server.script(adminRewards.path, answering([mug]));
    await refreshDesk(db, adminRewards, clock.deps);
    expect(await readDesk(db, adminRewards)).toMatchObject({
      data: [mug],
      isTouched: false,
    });
  });

  test('names its user, and a lost connection changes nothing', async () => {
    server.script(adminRewards.path, cutBefore);
    const write = { route: addAvailableReward, input: { body }, touches: [adminRewards] };
    await expect(writeDesk(db, write)).rejects.toMatchObject({ reason: 'offline' });
    expect(server.requests[0]?.headers.get('X-Expected-User')).toBe(user.id);
  });

  test('a setting is written again if nobody answered (SPEC §9), a new row never is', async () => {
    const { changeSetting } = adminProgrammeRoutes;
    const path = '/api/admin/settings/general.help_phone';
    const setting = {
      id: mug.id,
      key: 'general.help_phone',
      value: '1',
      description: null,
      category: 'general',
      isEditable: 'true',
      updatedBy: user.id,
      updatedAt: mug.createdAt,
    };
    server.script(
      path,
      cutBefore,
      answerWith(() => jsonAnswer(setting)),
    );
    const input = { params: { key: setting.key }, body: { value: '1' } };
    const write = { route: changeSetting, input, touches: [] };
    expect(await writeDesk(db, write, clock.deps)).toMatchObject({ value: '1' });
    server.script(
      adminRewards.path,
      answerWith(() => refusal(500, 'internal')),
    );
    const added = { route: addAvailableReward, input: { body }, touches: [] };
    await expect(writeDesk(db, added, clock.deps)).rejects.toMatchObject({ status: 500 });
    expect(server.sentTo(path)).toHaveLength(2);
    expect(server.sentTo(adminRewards.path)).toHaveLength(1);
  });

  test('a deletion whose answer was lost after it arrived counts as done', async () => {
    const { deleteAvailableReward } = adminProgrammeRoutes;
    const path = `${adminRewards.path}/${mug.id}`;
    const gone = answerWith(() => refusal(404, 'not_found'));
    const write = { route: deleteAvailableReward, input: { params: { id: mug.id } }, touches: [] };
    server.script(path, cutBefore, gone);
    expect(await writeDesk(db, write, clock.deps)).toBeUndefined();
    server.script(path, gone);
    await expect(writeDesk(db, write, clock.deps)).rejects.toMatchObject({ status: 404 });
    const referred = answerWith(() => refusal(409, 'in_use'));
    server.script(path, cutBefore, referred);
    await expect(writeDesk(db, write, clock.deps)).rejects.toMatchObject({ status: 409 });
  });

  test('a change of what is gone by the second try was not made', async () => {
    const { changeSetting } = adminProgrammeRoutes;
    const input = { params: { key: 'general.help_phone' }, body: { value: '1' } };
    server.script(
      '/api/admin/settings/general.help_phone',
      cutBefore,
      answerWith(() => refusal(404, 'not_found')),
    );
    const write = { route: changeSetting, input, touches: [] };
    await expect(writeDesk(db, write, clock.deps)).rejects.toMatchObject({ status: 404 });
  });

  test('touches the answers about each row of a route with a parameter, and no others', async () => {
    const { users, userDetail } = adminUserRoutes;
    const detail = asked(userDetail, { params: { id: user.id } });
    const row = { etag: null, data: [], fetchedAt: 1 };
    await db.resources.bulkPut([detail.path, users.path].map((path) => ({ ...row, path })));
    await touchDesk(db, { touches: [userDetail.path] });
    const kept = await db.resources.toArray();
    expect(kept.filter(({ isTouched }) => isTouched).map(({ path }) => path)).toEqual([
      detail.path,
    ]);
  });

  test('touches every question of a route, and no other route', async () => {
    const narrow = asked(adminReferrals, { query: { limit: '5' } });
    server.script('/api/admin/referrals', answering([]));
    server.script(STATS, answering(FIGURES));
    await refreshDesk(db, narrow, clock.deps);
    await refreshDesk(db, adminStats, clock.deps);
    await touchDesk(db, { touches: [adminReferrals.path] });
    expect(await readDesk(db, narrow)).toMatchObject({ isTouched: true });
    expect(await readDesk(db, adminStats)).toMatchObject({ isTouched: false });
  });

  test('an answer that a write overtook is asked for again (rule 16)', async () => {
    server.script(
      STATS,
      async () => {
        await touchDesk(db, { touches: [adminStats.path] });
        return jsonAnswer(figures(3));
      },
      answering(figures(4)),
    );
    await refreshDesk(db, adminStats, clock.deps);
    expect(await totalUsers()).toBe(4);
  });
});

test('answers to narrow questions are dropped after a week, the others stay', async () => {
  const narrow = asked(adminReferrals, { query: { limit: '5' } });
  server.script('/api/admin/referrals', answering([]));
  server.script(STATS, answering(FIGURES));
  await refreshDesk(db, narrow, clock.deps);
  await refreshDesk(db, adminStats, clock.deps);
  const { path } = asked(adminUserRoutes.userDetail, { params: { id: user.id } });
  await db.resources.put({ path, etag: null, data: {}, fetchedAt: clock.deps.now() });
  clock.advance(6 * DAY_MS);
  await forgetOldAnswers(db, clock.deps);
  expect(await readDesk(db, narrow)).toBeDefined();
  clock.advance(2 * DAY_MS);
  await forgetOldAnswers(db, clock.deps);
  expect(await readDesk(db, narrow)).toBeUndefined();
  expect(await db.resources.get(path)).toBeUndefined();
  expect(await totalUsers()).toBe(3);
});
