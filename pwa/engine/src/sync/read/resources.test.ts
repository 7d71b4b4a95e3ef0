import { beforeEach, describe, expect, test } from 'vitest';
import { readSyncState } from '../../data/sync-state.ts';
import { openUserDb, type UserDb } from '../../data/user-db.ts';
import { aNewReferral, aReferral, aUser } from '../../test/builders.ts';
import { answerWith, cutBefore, refusal } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { drain } from '../send/drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { isAnyMissing, refreshStale } from './refresh.ts';
import { fetchOnce } from './resource-table.ts';
import { readResource, refreshNow } from './resources.ts';
import { signOut } from '../session/session.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';

const STATS = '/api/stats';
let user: ReturnType<typeof aUser>;
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

async function begin(role: 'customer' | 'admin' = 'customer'): Promise<void> {
  ({ user, server, db, clock } = await aSignedInDevice(aUser({ role })));
}

beforeEach(() => begin());

describe('readResource', () => {
  test('tells apart what was never asked for, asked for in vain and answered', async () => {
    expect(await readResource(db, 'stats')).toBeUndefined();
    server.script(
      STATS,
      answerWith(() => refusal(403, 'forbidden')),
    );
    await refreshNow(db, 'stats', clock.deps);
    const triedAt = clock.deps.now();
    expect(await readResource(db, 'stats')).toEqual({ data: undefined, fetchedAt: 0, triedAt });
    await refreshNow(db, 'stats', clock.deps);
    const data = { totalReferrals: 0, rewardsEarned: '$0' };
    expect(await readResource(db, 'stats')).toMatchObject({ data, fetchedAt: triedAt });
  });

  test('tells a list that was asked for in vain from an empty one', async () => {
    const refused = answerWith(() => refusal(403, 'forbidden'));
    server.script('/api/referrals', refused);
    await refreshNow(db, 'referrals', clock.deps);
    const triedAt = clock.deps.now();
    expect(await readResource(db, 'referrals')).toEqual({ data: undefined, fetchedAt: 0, triedAt });
    await refreshNow(db, 'referrals', clock.deps);
    expect(await readResource(db, 'referrals')).toMatchObject({ data: [], fetchedAt: triedAt });
  });

  test('gives the user as the server last named them, and nobody to another user’s page (rule 6)', async () => {
    server.user = { ...user, username: 'Sol' };
    await refreshNow(db, 'user', clock.deps);
    expect(await readResource(db, 'user')).toMatchObject({ data: { username: 'Sol' } });
    expect(await readResource(openUserDb(aUser().id), 'user')).toBeUndefined();
    server.script('/api/logout', cutBefore);
    await signOut({ unsent: 'keep' });
    expect(await readResource(db, 'user')).toBeUndefined();
  });

  test('gives referrals newest first, and the user of this device', async () => {
    const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
    for (const day of [2, 3, 1]) {
      const row = aReferral({ name: `Day ${day}`, userId: user.id, createdAt: at(day) });
      server.rows.set(row.id, row);
    }
    await refreshNow(db, 'referrals', clock.deps);
    const { data } = (await readResource(db, 'referrals')) ?? {};
    expect(data?.map(({ name }) => name)).toEqual(['Day 3', 'Day 2', 'Day 1']);
    expect(await readResource(db, 'user')).toMatchObject({ data: { id: user.id } });
  });

  test('ignores what an older build left in another shape, and fetches it again', async () => {
    await refreshNow(db, 'stats', clock.deps);
    await db.resources.update(STATS, { data: { total: 3 } });
    expect(await readResource(db, 'stats')).toBeUndefined();
    clock.advance(1);
    await refreshNow(db, 'stats', clock.deps);
    expect(server.sentTo(STATS)[1]?.headers.get('If-None-Match')).toBeNull();
    expect(await readResource(db, 'stats')).toMatchObject({ data: { totalReferrals: 0 } });
  });
});

describe('keeping resources', () => {
  test('asks with the tag it keeps, and keeps its answer at a 304 (rule 16)', async () => {
    await refreshNow(db, 'stats', clock.deps);
    clock.advance(1000);
    await refreshNow(db, 'stats', clock.deps);
    expect(server.sentTo(STATS)[1]?.headers.get('If-None-Match')).toMatch(/^W\//);
    const held = { data: { totalReferrals: 0 }, fetchedAt: clock.deps.now() };
    expect(await readResource(db, 'stats')).toMatchObject(held);
  });

  test('does not take a 304 for an answer when nothing is held (rule 16)', async () => {
    server.intercept = ({ path }) =>
      path === STATS
        ? answerWith(() => new Response(null, { status: 304, headers: { 'X-Sunloop': '1' } }))
        : undefined;
    await refreshNow(db, 'stats', clock.deps);
    expect(await readResource(db, 'stats')).toMatchObject({ data: undefined, fetchedAt: 0 });
  });

  test('keeps the newer of two answers, whichever comes last (rule 16)', async () => {
    server.script(STATS, async (_, serve) => {
      const older = serve();
      const row = aReferral({ userId: user.id });
      server.rows.set(row.id, row);
      // Another tab's request, made and answered meanwhile.
      await fetchOnce(db, 'stats', clock.deps);
      return older;
    });
    await refreshNow(db, 'stats', clock.deps);
    expect(await readResource(db, 'stats')).toMatchObject({ data: { totalReferrals: 1 } });
  });

  test('fetches all that a customer’s screens show, and what a write touches again (rule 17)', async () => {
    await refreshStale(db, clock.deps);
    expect(await isAnyMissing(db)).toBe(false);
    await enqueue(db, [aNewReferral()]);
    await drain(db, clock.deps);
    expect(await isAnyMissing(db)).toBe(true);
    expect(await readResource(db, 'stats')).toMatchObject({ data: { totalReferrals: 0 } });
    await refreshStale(db, clock.deps);
    expect(await isAnyMissing(db)).toBe(false);
    expect(await readResource(db, 'stats')).toMatchObject({ data: { totalReferrals: 1 } });
  });

  test('asks once for all who want it at the same time', async () => {
    await Promise.all([refreshStale(db, clock.deps), refreshStale(db, clock.deps, ['stats'])]);
    expect(server.sentTo(STATS)).toHaveLength(1);
  });

  test('requests no customer data for an admin until a page does', async () => {
    await begin('admin');
    await refreshStale(db, clock.deps);
    expect(server.requests).toEqual([]);
    expect(await isAnyMissing(db)).toBe(false);
    await refreshStale(db, clock.deps, ['stats']);
    expect(server.requests.map(({ path }) => path)).toEqual([STATS]);
    await db.resources.update(STATS, { isTouched: true });
    await refreshStale(db, clock.deps);
    expect(
      server.requests.map(({ path }) => path),
      'what a page has asked for is kept fresh',
    ).toEqual([STATS, STATS]);
  });

  test('keeps no figure of an unexpected user (rule 6)', async () => {
    server.user = aUser();
    await refreshNow(db, 'stats', clock.deps);
    expect(await readResource(db, 'stats')).toBeUndefined();
    expect((await readSyncState(db)).blocked).toBe('wrong-user');
  });
});
