import { accountRoutes } from '@sunloop/shared-types/accounts/account-routes.ts';
import { ERASED_QUESTION_MAX } from '@sunloop/shared-types/limits.ts';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSession } from '../../data/device-db.ts';
import { readErased } from '../../data/erased-note.ts';
import { openUserDb, type UserDb } from '../../data/user-db.ts';
import { aNewReferral, anAdminReferral, aUser } from '../../test/builders.ts';
import { oweSignOut } from '../../test/owed-sign-out.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { answerWith, cutBefore, jsonAnswer, refusal } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { refuseCaches } from '../../test/refused-caches.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { eraseAccount } from '../account/account.ts';
import { checkUser } from '../answers/check-user.ts';
import { drainInBackground } from '../run/drain-in-background.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { forgetOthers } from './forget-others.ts';
import { saveProfile } from '../account/profile.ts';
import { refreshNow } from '../read/resources.ts';
import { signIn, signOut } from './session.ts';
import { syncOnce } from '../send/sync-once.ts';

const gone = answerWith(() => refusal(410, 'account_erased'));
let server: FakeServer;
let db: UserDb;
let user: ReturnType<typeof aUser>;
let deps: ReturnType<typeof fixedDeps>['deps'];

beforeEach(async () => {
  const { clock, ...device } = await aSignedInDevice();
  ({ user, server, db } = device);
  ({ deps } = clock);
  await enqueue(db, [aNewReferral(), aNewReferral()]);
  const { id } = anAdminReferral();
  await db.rejected.put({
    id,
    row: aNewReferralRow(id),
    code: 'x',
    error: 'x',
    rejectedAt: 1,
    savedAt: 1,
  });
  await db.drafts.put({ form: 'profile', values: { phone: '555' }, updatedAt: 1 });
});
// Otherwise the next test would find it on its device.
afterEach(() => db.delete());

const aNewReferralRow = (id: string) => ({ ...aNewReferral(), id, phone: null, address: null });

async function expectForgotten(unsent = 3) {
  for (const table of db.tables) {
    const rows = await table.toArray();
    // The state of sending and a read that was given up reveal nobody.
    const told = rows.filter((row) => !('holdUntil' in row || ('triedAt' in row && !row.data)));
    expect([table.name, told]).toEqual([table.name, []]);
  }
  expect(await readSession()).toBeUndefined();
  expect(await readErased()).toMatchObject({ unsent });
}

describe('A device of somebody who was erased forgets them (rule 35)', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['sends what waits', () => syncOnce(db, deps)],
    ['asks who is signed in', () => checkUser(db, deps)],
    ['reads', () => refreshNow(db, 'stats', deps)],
    ['changes something', () => saveProfile(db, { phone: '1' }, deps).catch(() => undefined)],
    ['sends with no page open', () => drainInBackground(deps)],
  ])('when it %s, including what was not sent', async (_, contact) => {
    server.intercept = () => gone;
    await contact();
    await expectForgotten();
  });

  test('which is known because the question who is signed in names its user', async () => {
    await checkUser(db, deps);
    expect(server.sentTo('/api/user')[0]?.headers.get('x-expected-user')).toBe(user.id);
  });

  test('but not the session of whoever signed in meanwhile', async () => {
    server.intercept = () => gone;
    const other = aUser();
    await signIn(other);
    await checkUser(db, deps);
    expect(await readSession()).toMatchObject({ user: { id: other.id } });
    expect(await db.outbox.count()).toBe(0);
  });

  test('nor is a file kept that was shared with the app, or a count of what waited', async () => {
    const kept = new Map([
      [`sunloop-unsent-${user.id}`, '3'],
      [`sunloop-missing-${user.id}`, '2'],
    ]);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      removeItem: (key: string) => kept.delete(key),
    });
    const files = new Set(['handed-file']);
    vi.stubGlobal('caches', { delete: async (name: string) => files.delete(name) });
    server.intercept = () => gone;
    await checkUser(db, deps);
    expect([...kept, ...files]).toEqual([]);
  });

  test('also in a window without caches', async () => {
    refuseCaches();
    server.intercept = () => gone;
    await checkUser(db, deps);
    await expectForgotten();
    vi.unstubAllGlobals();
  });

  test('but forgets nothing at any other 410', async () => {
    server.intercept = () => answerWith(() => refusal(410, 'deleted'));
    await checkUser(db, deps);
    expect(await db.outbox.count()).toBe(1);
    expect(await readSession()).toBeDefined();
  });
});

describe('Erasing one’s own account', () => {
  const PATH = accountRoutes.eraseAccount.path;

  test('forgets here once the server has done it', async () => {
    server.script(
      PATH,
      answerWith(() => new Response(null, { status: 204, headers: { 'x-sunloop': '1' } })),
    );
    await eraseAccount(db, 'correct horse', deps);
    expect(server.sentTo(PATH)[0]?.body).toEqual({ currentPassword: 'correct horse' });
    await expectForgotten();
  });

  test('forgets nothing until the server has done it', async () => {
    server.script(
      PATH,
      cutBefore,
      answerWith(() => refusal(403, 'password_needed')),
    );
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(eraseAccount(db, 'x', deps)).rejects.toThrow();
    }
    expect(await db.outbox.count()).toBe(1);
    expect(await readSession()).toBeDefined();
  });

  test('is finished here when an earlier answer was lost', async () => {
    server.script(PATH, gone);
    await eraseAccount(db, 'correct horse', deps);
    await expectForgotten();
  });
});

describe('People who left rows here and are not signed in', () => {
  beforeEach(async () => {
    await signOut({ unsent: 'keep' });
  });
  const ask = (erased: (ids: string[]) => string[]) =>
    server.script(accountRoutes.askErased.path, (request) =>
      jsonAnswer({ erased: erased((request.body as { ids: string[] }).ids) }),
    );

  test('are forgotten if they were erased', async () => {
    ask((ids) => ids);
    await forgetOthers();
    await expectForgotten();
  });

  test('stay if they were not erased, or if nobody answers', async () => {
    ask(() => []);
    server.script(accountRoutes.askErased.path, cutBefore);
    for (let tries = 0; tries < 2; tries += 1) await forgetOthers();
    expect(await db.outbox.count()).toBe(1);
    expect(await readErased()).toBeUndefined();
  });

  test.each([
    ['of those the server is not asked about who is signed in', () => signIn(user)],
    ['nor about who is signing out', () => oweSignOut(user.id, 'keep')],
  ])('%s', async (_, begin) => {
    const other = openUserDb(aUser().id);
    await enqueue(other, [aNewReferral()]);
    await begin();
    ask(() => []);
    const names = await Dexie.getDatabaseNames();
    await forgetOthers();
    expect(await Dexie.getDatabaseNames(), 'asking makes no databases').toEqual(names);
    const asked = server.sentTo(accountRoutes.askErased.path);
    expect(asked.map(({ body }) => body)).toEqual([{ ids: [other.userId] }]);
    expect(other.isOpen(), 'an open database would block an upgrade').toBe(false);
    await other.delete();
  });

  test('are asked about in parts that the server reads, to the last', async () => {
    const others = Array.from({ length: ERASED_QUESTION_MAX }, () => openUserDb(aUser().id));
    for (const other of others) await enqueue(other, [aNewReferral()]);
    ask(() => []);
    await forgetOthers();
    const asked = server.sentTo(accountRoutes.askErased.path).map(({ body }) => body);
    const parts = asked.map((body) => (body as { ids: string[] }).ids);
    expect(parts.map((ids) => ids.length)).toEqual([ERASED_QUESTION_MAX, 1]);
    const everybody = [db, ...others].map(({ userId }) => userId);
    expect(new Set(parts.flat())).toEqual(new Set(everybody));
    for (const other of others) await other.delete();
  });

  test('are not asked about if they left nothing', async () => {
    await Promise.all([db.outbox.clear(), db.rejected.clear()]);
    await forgetOthers();
    expect(server.sentTo(accountRoutes.askErased.path)).toEqual([]);
  });
});
