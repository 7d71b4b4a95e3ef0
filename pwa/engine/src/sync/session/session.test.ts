import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceDb, readSession } from '../../data/device-db.ts';
import { saveDraft } from '../../data/drafts.ts';
import { readStorageHealth } from '../../data/storage/health.ts';
import { patchSyncState, readSyncState } from '../../data/sync-state.ts';
import { receiptPath } from '../../data/receipt-path.ts';
import { openUserDb } from '../../data/user-db.ts';
import { aNewReferral, aReferral, aUser } from '../../test/builders.ts';
import {
  answerWith,
  cutBefore,
  foreignHtml,
  jsonAnswer,
  refusal,
} from '../../test/fake-answers.ts';
import { failStorage } from '../../test/failing-storage.ts';
import { refuseCaches } from '../../test/refused-caches.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { drainInBackground } from '../run/drain-in-background.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { settleSignOut, signIn, signOut } from './session.ts';
import { readStatus } from '../send/status.ts';
import { syncNow, syncOnce } from '../send/sync-once.ts';
import { oweSignOut } from '../../test/owed-sign-out.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';

beforeEach(async () => {
  await deviceDb.device.clear();
});

/** A person with some of everything on this device: cached, typed, waiting and refused. */
async function aBusyPerson() {
  const { user, server, db, clock } = await aSignedInDevice();
  await db.referrals.put(aReferral({ userId: user.id }));
  await db.resources.put({ path: '/api/referrals', etag: 'x', fetchedAt: Date.now() });
  await saveDraft(db, 'add-referral', { name: 'Ada' });
  await enqueue(db, [aNewReferral()]);
  const { deps } = clock;
  const refused = { row: null, code: 'invalid', error: '', rejectedAt: 1, savedAt: 1 };
  await db.rejected.put({ id: 'refused', ...refused });
  return { user, server, db, deps };
}

type Db = ReturnType<typeof openUserDb>;

const cachedCounts = (db: Db) =>
  Promise.all([db.referrals, db.resources, db.drafts].map((table) => table.count()));

const unsentCounts = (db: Db) => Promise.all([db.outbox.count(), db.rejected.count()]);

describe('signing out (rule 14)', () => {
  test('forgets what is cached, keeps what is unsent, and tells the server', async () => {
    const { server, db } = await aBusyPerson();
    expect(await signOut({ unsent: 'keep' })).toBe(true);
    expect(await cachedCounts(db)).toEqual([0, 0, 0]);
    expect(await unsentCounts(db)).toEqual([1, 1]);
    expect(server.user).toBeNull();
    expect(await readSession()).toBeUndefined();
  });

  test('forgets the requests that were opened here, and no other page', async () => {
    const held = new Map(
      ['/requests/1', '/requests/2', '/privacy'].map((path) => [`https://app.test${path}`, path]),
    );
    const cache = {
      keys: async () => [...held.keys()].map((url) => new Request(url)),
      delete: async ({ url }: Request) => held.delete(url),
    };
    vi.stubGlobal('caches', { open: async () => cache });
    await aBusyPerson();
    await signOut({ unsent: 'keep' });
    expect([...held.values()]).toEqual(['/privacy']);
    vi.unstubAllGlobals();
  });

  test('in a window without caches has nothing to say of storage', async () => {
    refuseCaches();
    await aBusyPerson();
    await signOut({ unsent: 'keep' });
    expect(await readSession()).toBeUndefined();
    expect(readStorageHealth()).toBe('ok');
    vi.unstubAllGlobals();
  });

  test('discards what is unsent if the person chose so', async () => {
    const { db } = await aBusyPerson();
    await signOut({ unsent: 'discard' });
    expect(await unsentCounts(db)).toEqual([0, 0]);
  });

  test('works offline: nobody is signed in from then on, and the server is told before anything else', async () => {
    const { server, db, deps } = await aBusyPerson();
    server.script('/api/logout', cutBefore);
    expect(await signOut({ unsent: 'keep' })).toBe(false);
    expect((await readSession())?.state).not.toBe('active');
    expect(await cachedCounts(db)).toEqual([0, 0, 0]);
    server.requests.length = 0;
    await drainInBackground(deps);
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/logout']);
    expect(server.user).toBeNull();
  });

  test('sends nothing while it is owed', async () => {
    const { server, db, deps } = await aBusyPerson();
    server.intercept = () => answerWith(() => refusal(503, 'unavailable'));
    await signOut({ unsent: 'keep' });
    server.requests.length = 0;
    await syncOnce(db, deps);
    await expect(drainInBackground(deps)).rejects.toThrow('sign-out');
    expect(new Set(server.requests.map(({ path }) => path))).toEqual(new Set(['/api/logout']));
  });

  test('is finished by the next start if it was interrupted', async () => {
    const { user, server, db } = await aBusyPerson();
    await oweSignOut(user.id, 'keep');
    await settleSignOut();
    expect(await cachedCounts(db)).toEqual([0, 0, 0]);
    expect(server.user).toBeNull();
  });

  test('is finished by the next sign-in, as chosen, if it was interrupted', async () => {
    const { user, db } = await aBusyPerson();
    const lastKey = (await db.outbox.toCollection().primaryKeys()).at(-1)!;
    await oweSignOut(user.id, 'discard', { lastKey });
    await signIn(user);
    expect(await cachedCounts(db)).toEqual([0, 0, 0]);
    expect(await unsentCounts(db)).toEqual([0, 0]);
  });

  test('sends nothing if it was interrupted before the queue was closed', async () => {
    const { user, server, db, deps } = await aBusyPerson();
    await oweSignOut(user.id, 'keep');
    await syncOnce(db, deps);
    expect(server.requests).toEqual([]);
  });

  test('is reported by whatever looks after the queue next', async () => {
    const { server, db, deps } = await aBusyPerson();
    server.script('/api/logout', cutBefore);
    await signOut({ unsent: 'keep' });
    await syncNow(db, deps);
    expect(server.user).toBeNull();
  });

  test.each([
    ['keep', 1],
    ['discard', 0],
  ] as const)(
    'with the choice to %s what is unsent leaves %i conflicts of an admin',
    async (unsent, left) => {
      const { db } = await aBusyPerson();
      const act = { act: 'delete', id: aReferral().id, expected: 'submitted' } as const;
      const conflict = { id: act.id, act, referral: null, at: 1, who: 'Ada' };
      await db.conflicts.put({ ...conflict, outcome: 'gone' });
      await signOut({ unsent });
      expect(await db.conflicts.count()).toBe(left);
    },
  );

  test('never discards what a forgotten tab saved later', async () => {
    const { user, db } = await aBusyPerson();
    await oweSignOut(user.id, 'discard', { since: Date.now() - 1000 });
    await settleSignOut();
    expect(await unsentCounts(db)).toEqual([1, 0]);
  });

  test('discards by where rows were saved first what a tab has moved since, and nothing saved later (rule 33)', async () => {
    const { user, db } = await aBusyPerson();
    const lastKey = (await db.outbox.toCollection().primaryKeys()).at(-1)!;
    const later = { v: 1, savedAt: 1, attempts: 0 };
    const row = (name: string) => ({ ...aNewReferral({ name }), id: name });
    await db.outbox.bulkAdd([
      { ...later, rows: [row('Moved')], firstKey: lastKey },
      { ...later, rows: [row('Later')] },
      { ...later, rows: [row('Moved later')], firstKey: lastKey + 2 },
    ]);
    await oweSignOut(user.id, 'discard', { lastKey });
    await settleSignOut();
    const left = (await db.outbox.toArray()).flatMap(({ rows }) => rows.map(({ name }) => name));
    expect(left).toEqual(['Later', 'Moved later']);
  });

  test('twice, as in two tabs, or with nobody signed in, is signing out once', async () => {
    const { server, db } = await aBusyPerson();
    server.script('/api/logout', cutBefore);
    expect(await signOut({ unsent: 'keep' })).toBe(false);
    expect(await signOut({ unsent: 'discard' })).toBe(true);
    expect(await unsentCounts(db)).toEqual([1, 1]);
    expect(await signOut({ unsent: 'discard' })).toBe(true);
    expect(server.sentTo('/api/logout')).toHaveLength(2);
  });

  test('goes on although unsent rows cannot be counted', async () => {
    const { server } = await aBusyPerson();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const mend = failStorage({
      error: 'UnknownError',
      stores: ['outbox'],
      operations: ['openKeyCursor', 'openCursor', 'getAllKeys'],
    });
    expect(await signOut({ unsent: 'keep' })).toBe(true);
    mend();
    expect(warn).toHaveBeenCalledOnce();
    expect(await readSession()).toBeUndefined();
    expect(server.user).toBeNull();
  });

  test('asks the browser to wake the worker if the server could not be told, and only then', async () => {
    const { user, server, deps } = await aBusyPerson();
    const register = vi.fn(() => Promise.resolve());
    const serviceWorker = { getRegistration: () => Promise.resolve({ sync: { register } }) };
    vi.stubGlobal('navigator', { locks: navigator.locks, serviceWorker });
    await signOut({ unsent: 'keep' });
    expect(register).not.toHaveBeenCalled();
    server.user = user;
    await signIn(user, deps);
    server.script('/api/logout', cutBefore);
    await signOut({ unsent: 'keep' });
    expect(register).toHaveBeenCalledOnce();
  });

  test('discards only once, because a new database counts its keys from the start', async () => {
    const { server, db } = await aBusyPerson();
    server.script('/api/logout', cutBefore);
    await signOut({ unsent: 'discard' });
    await db.delete({ disableAutoOpen: false });
    await enqueue(db, [aNewReferral()]);
    await settleSignOut();
    expect(await unsentCounts(db)).toEqual([1, 0]);
  });

  test('keeps the queue for its owner, who finds it at the next sign-in', async () => {
    const { user, server, db, deps } = await aBusyPerson();
    await signOut({ unsent: 'keep' });
    server.user = user;
    await signIn(user, deps);
    await syncOnce(db, deps);
    expect(server.rows.size).toBe(1);
  });
});

test('who leaves while a row that the server lost waits sends it with its receipt once they are back (rule 38)', async () => {
  const { user, server, db, deps } = await aBusyPerson();
  const [waiting, stored] = [{ ...aNewReferral(), id: aReferral().id }, aReferral()];
  await enqueue(db, [waiting]);
  const receiptOf = ({ id }: { id: string }) => ({
    path: receiptPath(id),
    data: { text: `receipt of ${id}`, key: { kty: 'OKP', crv: 'Ed25519', kid: 'k', x: 'x' } },
    etag: null,
    fetchedAt: 1,
  });
  await db.resources.bulkPut([receiptOf(waiting), receiptOf(stored)]);
  await signOut({ unsent: 'keep' });
  expect(await db.resources.toCollection().primaryKeys()).toEqual([receiptPath(waiting.id)]);
  server.user = user;
  await signIn(user, deps);
  await syncOnce(db, deps);
  const sent = server.sentTo('/api/sync/push').map(({ body }) => body);
  expect(sent).toContainEqual(expect.objectContaining({ receipts: [`receipt of ${waiting.id}`] }));
});

test('a damaged entry in the queue holds up nobody who leaves', async () => {
  const { db } = await aBusyPerson();
  const lost = { v: 1, savedAt: 1, attempts: 0 };
  await db.outbox.bulkAdd([
    { ...lost, rows: undefined },
    { ...lost, rows: [null, 'what is left', {}] },
  ] as never[]);
  expect(await signOut({ unsent: 'keep' })).toBe(true);
  expect(await unsentCounts(db)).toEqual([3, 1]);
});

describe('signing in', () => {
  test('as another person ends the previous session and keeps its unsent rows (rule 14)', async () => {
    const { server, db, deps } = await aBusyPerson();
    const other = aUser();
    server.user = other;
    await signIn(other, deps);
    expect(await cachedCounts(db)).toEqual([0, 0, 0]);
    expect(await unsentCounts(db)).toEqual([1, 1]);
    await syncOnce(db, deps);
    await syncOnce(openUserDb(other.id), deps);
    expect(server.rows.size).toBe(0);
    expect(await readSession()).toMatchObject({ state: 'active', user: { id: other.id } });
  });

  test('again as the same person releases a queue that waited for it (rule 7)', async () => {
    const { user, server, db, deps } = await aBusyPerson();
    server.user = null;
    await syncOnce(db, deps);
    expect(await readSyncState(db)).toMatchObject({ blocked: 'sign-in' });
    expect((await cachedCounts(db))[0]).toBe(1);
    server.user = user;
    await signIn(user, deps);
    await syncOnce(db, deps);
    expect(server.rows.size).toBe(1);
  });

  test('is not undone by a refusal of the previous session (rule 7)', async () => {
    const { user, server, db, deps } = await aBusyPerson();
    server.script('/api/sync/push', async () => {
      await signIn(user, deps);
      return refusal(401, 'unauthenticated');
    });
    await syncOnce(db, deps);
    expect((await readSyncState(db)).blocked).toBeNull();
    expect(server.rows.size).toBe(1);
  });
});

describe('the worker, woken with no page open', () => {
  test('sends the signed-in user’s queue', async () => {
    const { server, deps } = await aBusyPerson();
    await drainInBackground(deps);
    expect(server.rows.size).toBe(1);
  });

  test('rejects while rows wait that another try can send', async () => {
    const { server, deps } = await aBusyPerson();
    server.script('/api/sync/push', cutBefore);
    await expect(drainInBackground(deps)).rejects.toThrow('1 referrals');
  });

  test('keeps to the backoff, because a page may be failing at the same time (rule 8)', async () => {
    const { server, db, deps } = await aBusyPerson();
    server.intercept = ({ path }) =>
      path === '/api/sync/push' ? answerWith(() => foreignHtml(502)) : undefined;
    for (const _ of [1, 2, 3]) await expect(drainInBackground(deps)).rejects.toThrow('wait');
    expect(server.sentTo('/api/sync/push')).toHaveLength(1);
    expect((await readStatus(db, deps.now())).isHeldUp).toBe(true);
  });

  test('resolves when the person has to act first', async () => {
    const { server, db, deps } = await aBusyPerson();
    server.user = null;
    await drainInBackground(deps);
    expect((await readSyncState(db)).blocked).toBe('sign-in');
  });

  test('does nothing when nobody is signed in', async () => {
    const server = new FakeServer(null);
    await drainInBackground(fixedDeps().deps);
    expect(server.requests).toEqual([]);
  });
});

test('a queue learns that the cookie is another user’s before it sends (rule 7)', async () => {
  const { server, db, deps } = await aBusyPerson();
  await patchSyncState(db, { blocked: 'sign-in' });
  server.user = aUser();
  await syncOnce(db, deps);
  expect((await readSyncState(db)).blocked).toBe('wrong-user');
  expect(server.sentTo('/api/sync/push')).toEqual([]);
});

test('an answer about somebody else confirms nobody, even if the server did not compare (rule 6)', async () => {
  const { user, server, db, deps } = await aBusyPerson();
  await patchSyncState(db, { blocked: 'sign-in' });
  server.intercept = ({ path }) =>
    path === '/api/user' ? answerWith(() => jsonAnswer(aUser())) : undefined;
  await syncOnce(db, deps);
  expect((await readSyncState(db)).blocked).toBe('wrong-user');
  expect(await readSession()).toMatchObject({ user: { id: user.id } });
  expect(server.sentTo('/api/sync/push')).toEqual([]);
});

test('a blocked queue is released when the server confirms the user after all (rule 7)', async () => {
  const { server, db, deps } = await aBusyPerson();
  await patchSyncState(db, { blocked: 'wrong-user' });
  await syncOnce(db, deps);
  expect(server.rows.size).toBe(1);
});

test('a person who comes back does not wait for a backoff, even one set by the server’s answers (rule 8)', async () => {
  const { server, db, deps } = await aBusyPerson();
  server.script(
    '/api/sync/push',
    answerWith(() => refusal(429, 'rate_limited')),
  );
  await syncOnce(db, deps);
  expect(await readSyncState(db)).toMatchObject({ reach: 'ok', failures: 1 });
  await syncNow(db, deps);
  expect(server.rows.size).toBe(1);
});

test('during Retry-After nothing is asked, not even who is signed in (rule 8)', async () => {
  const { server, db, deps } = await aBusyPerson();
  const holdMs = 30_000;
  const holdUntil = deps.now() + holdMs;
  await patchSyncState(db, { holdUntil, holdMs, reach: 'offline' });
  await syncNow(db, deps);
  expect(server.requests).toEqual([]);
});
