import { beforeEach, describe, expect, test } from 'vitest';
import { readSession } from '../../data/device-db.ts';
import { patchSyncState, readSyncState } from '../../data/sync-state.ts';
import { type UserDb } from '../../data/user-db.ts';
import type { aUser } from '../../test/builders.ts';
import { aNewReferral, aReferral } from '../../test/builders.ts';
import {
  answerWith,
  cutBefore,
  foreignHtml,
  jsonAnswer,
  refusal,
} from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { drain } from '../send/drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { isAnyMissing, refresh, refreshStale } from './refresh.ts';
import { touchResources } from './store-answer.ts';
import { signIn, signOut } from '../session/session.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';

const LIST = '/api/referrals';
let user: ReturnType<typeof aUser>;
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  ({ user, server, db, clock } = await aSignedInDevice());
});

function serverHas(...names: string[]): void {
  server.rows.clear();
  for (const name of names) {
    const row = aReferral({ name, userId: user.id });
    server.rows.set(row.id, row);
  }
}

const shownNames = async () => (await db.referrals.toArray()).map((row) => row.name).toSorted();

describe('refresh', () => {
  test('replaces what was there with the server’s list', async () => {
    await db.referrals.put(aReferral({ name: 'Deleted since', userId: user.id }));
    serverHas('Ada', 'Bea');
    await refresh(db, 'referrals', clock.deps);
    expect(await shownNames()).toEqual(['Ada', 'Bea']);
  });

  test('asks for what changed since its cursor, and applies it (rule 16)', async () => {
    serverHas('Ada', 'Bea');
    await refresh(db, 'referrals', clock.deps);
    const [ada] = [...server.rows.keys()];
    server.changeByAdmin(ada ?? '', null);
    const cid = aReferral({ name: 'Cid', userId: user.id });
    server.rows.set(cid.id, cid);
    clock.advance(1000);
    await refresh(db, 'referrals', clock.deps);
    expect(server.sentTo(LIST).map(({ query }) => query.get('since'))).toEqual(['', '0']);
    expect(await shownNames()).toEqual(['Bea', 'Cid']);
    expect((await db.resources.get(LIST))?.fetchedAt).toBe(clock.deps.now());
  });

  test('takes no other user’s rows into this list, whoever the server takes us for (rule 6)', async () => {
    const upserts = [aReferral({ name: 'Foreign' })];
    const foreign = { cursor: '9', full: true, upserts, deletes: [] };
    server.intercept = ({ path }) =>
      path === LIST ? answerWith(() => jsonAnswer(foreign)) : undefined;
    await refresh(db, 'referrals', clock.deps);
    expect(await shownNames()).toEqual([]);
  });

  test('asks again only after five minutes (rule 17)', async () => {
    await refreshStale(db, clock.deps);
    clock.advance(5 * 60_000 - 1);
    await refreshStale(db, clock.deps);
    expect(server.sentTo(LIST)).toHaveLength(1);
    clock.advance(1);
    await refreshStale(db, clock.deps);
    expect(server.sentTo(LIST)).toHaveLength(2);
  });

  test('asks again at once after a write (rule 17)', async () => {
    await refreshStale(db, clock.deps);
    await enqueue(db, [aNewReferral({ name: 'Cid' })]);
    await drain(db, clock.deps);
    await refreshStale(db, clock.deps);
    for (const path of [LIST, '/api/stats', '/api/rewards/levels']) {
      expect(server.sentTo(path)).toHaveLength(2);
    }
    expect(server.sentTo('/api/environmental-impact')).toHaveLength(1);
    expect(await shownNames()).toEqual(['Cid']);
  });

  test('waits as long as a 429 says before it asks again (SPEC §9, rule 17)', async () => {
    const busy = refusal(429, 'rate_limited', { 'Retry-After': '7' });
    let isBusy = true;
    server.intercept = ({ path }) => {
      if (path !== '/api/stats' || !isBusy) return undefined;
      isBusy = false;
      return answerWith(() => busy);
    };
    await refresh(db, 'stats', clock.deps);
    expect(server.sentTo('/api/stats')).toHaveLength(2);
    expect(clock.waits).toEqual([7000]);
    expect((await db.resources.get('/api/stats'))?.triedAt).toBeUndefined();
  });

  test('tries three times more, 1, 2 and 4 s apart, then gives up (rule 17)', async () => {
    const failing = answerWith(() => refusal(500, 'internal'));
    server.script(LIST, failing, failing, failing, failing);
    await refreshStale(db, clock.deps);
    expect(clock.waits).toEqual([1000, 2000, 4000]);
    await refreshStale(db, clock.deps);
    expect(server.sentTo(LIST)).toHaveLength(4);
    expect(await readSyncState(db)).toMatchObject({ reach: 'ok', blocked: null });
  });

  test.each([
    ['whose answer was lost', cutBefore],
    ['that the server gave up on (408)', answerWith(() => refusal(408, 'timeout'))],
  ])('tries a read again %s (rule 17)', async (_, step) => {
    serverHas('Ada');
    server.script(LIST, step);
    await refresh(db, 'referrals', clock.deps);
    expect(await shownNames()).toEqual(['Ada']);
  });

  test('asks nothing while nobody answers; that is left to the queue’s timer (rule 17)', async () => {
    await patchSyncState(db, { reach: 'server-away' });
    await refreshStale(db, clock.deps);
    expect(server.requests).toEqual([]);
  });

  test('a write touches also what was given up before (rule 17)', async () => {
    server.intercept = ({ path }) =>
      path === LIST ? answerWith(() => refusal(403, 'forbidden')) : undefined;
    await refresh(db, 'referrals', clock.deps);
    expect(await db.resources.get(LIST)).toMatchObject({ isTouched: false });
    await touchResources(db, [LIST]);
    expect(await db.resources.get(LIST)).toMatchObject({ isTouched: true });
  });

  test('does not repeat what the server refuses (rule 17)', async () => {
    server.script(
      LIST,
      answerWith(() => refusal(403, 'forbidden')),
    );
    await refresh(db, 'referrals', clock.deps);
    expect(server.sentTo(LIST)).toHaveLength(1);
  });

  test('says what is unreachable when nobody answers, and leaves retries to the queue', async () => {
    server.intercept = () => cutBefore;
    await refresh(db, 'referrals', clock.deps);
    expect(server.sentTo(LIST)).toHaveLength(1);
    expect((await readSyncState(db)).reach).toBe('offline');
    expect(await db.resources.get(LIST)).toBeUndefined();
  });

  test.each([
    ['a portal’s page', () => foreignHtml(200)],
    ['rows of an unknown shape', () => jsonAnswer([{ id: 'x' }])],
    ['another user’s rows', () => jsonAnswer([aReferral()])],
  ])('stores nothing of %s (rule 16)', async (_, make) => {
    serverHas('Ada');
    await refresh(db, 'referrals', clock.deps);
    const bad = answerWith(make);
    server.script(LIST, bad, bad, bad, bad);
    await refresh(db, 'referrals', clock.deps);
    expect(await shownNames()).toEqual(['Ada']);
  });

  test('drops a list requested before rows were sent (rule 16)', async () => {
    server.script(LIST, async (_, serve) => {
      const stale = serve();
      await enqueue(db, [aNewReferral({ name: 'Just sent' })]);
      await drain(db, clock.deps);
      return stale;
    });
    await refresh(db, 'referrals', clock.deps);
    expect(await shownNames()).toEqual(['Just sent']);
    expect(await db.resources.get(LIST)).toBeUndefined();
    await refresh(db, 'referrals', clock.deps);
    expect(await db.resources.get(LIST)).toMatchObject({ cursor: '1' });
  });

  test('stores nothing for somebody who signed out meanwhile (rule 16)', async () => {
    serverHas('Ada');
    server.script(LIST, async (_, serve) => {
      const answer = serve();
      await signOut({ unsent: 'keep' });
      return answer;
    });
    await refresh(db, 'referrals', clock.deps);
    expect(await db.referrals.count()).toBe(0);
  });

  test('at a 401 asks the person to sign in again, and keeps the screens readable (rule 7)', async () => {
    serverHas('Ada');
    await refresh(db, 'referrals', clock.deps);
    server.user = null;
    await refresh(db, 'referrals', clock.deps);
    expect((await readSyncState(db)).blocked).toBe('sign-in');
    expect(await shownNames()).toEqual(['Ada']);
  });

  test('fetches what was refused with the session again once the person is signed in (rule 17)', async () => {
    await refresh(db, 'stats', clock.deps);
    server.user = null;
    serverHas('Ada');
    await Promise.all([refresh(db, 'stats', clock.deps), refresh(db, 'referrals', clock.deps)]);
    server.user = user;
    await signIn(user, clock.deps);
    expect(await isAnyMissing(db)).toBe(true);
    await refreshStale(db, clock.deps);
    expect(await shownNames()).toEqual(['Ada']);
    expect(server.sentTo('/api/stats')).toHaveLength(3);
  });

  test('a 401 of the session before the last sign-in does not count for this one (rule 17)', async () => {
    serverHas('Ada');
    server.script(LIST, async () => {
      await signIn(user, clock.deps);
      return refusal(401, 'unauthenticated');
    });
    await refresh(db, 'referrals', clock.deps);
    expect(await shownNames()).toEqual(['Ada']);
    expect((await readSyncState(db)).blocked).toBeNull();
  });

  test('a refusal leaves nothing behind for somebody who signed out meanwhile (rule 16)', async () => {
    server.script(LIST, async () => {
      await signOut({ unsent: 'keep' });
      return refusal(403, 'forbidden');
    });
    await refresh(db, 'referrals', clock.deps);
    expect(await db.resources.count()).toBe(0);
  });

  test('keeps the signed-in user up to date', async () => {
    server.user = { ...user, username: 'New Name' };
    clock.advance(6 * 60_000);
    await refreshStale(db, clock.deps);
    expect(await readSession()).toMatchObject({ user: { username: 'New Name' } });
  });
});
