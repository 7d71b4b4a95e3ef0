import { beforeEach, expect, test, vi } from 'vitest';
import type { AdminReferral } from '@sunloop/shared-types';
import { readAdminMeta, replaceAdminReferrals } from '../../data/admin-blocks.ts';
import { readAdminBlocks } from '../../test/read-admin-blocks.ts';
import { patchSyncState, readSyncState } from '../../data/sync-state.ts';
import { type UserDb } from '../../data/user-db.ts';
import { anAdminReferral, aUser } from '../../test/builders.ts';
import { answerWith, cutBefore, jsonAnswer, refusal } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { Step } from '../../test/fake-step.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { ADMIN_REFERRALS_PATH, refreshAdminReferrals } from './refresh-admin-referrals.ts';
import { signOut } from '../session/session.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';

const PATH = ADMIN_REFERRALS_PATH;
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  onCount.mockClear();
  ({ server, db, clock } = await aSignedInDevice(aUser({ role: 'admin' })));
});

const delta = (cursor: string, upserts: AdminReferral[], more: object = {}): Step =>
  answerWith(() => jsonAnswer({ cursor, full: false, upserts, deletes: [], ...more }));
const whole = (cursor: string, upserts: AdminReferral[]) => delta(cursor, upserts, { full: true });
const refresh = () => refreshAdminReferrals(db, onCount, clock.deps);
const onCount = vi.fn<(count: number) => void>();
const names = async () => (await readAdminBlocks(db)).map(({ name }) => name).toSorted();
const cursorsSent = () => server.sentTo(PATH).map(({ query }) => query.get('since'));
const later = () => clock.advance(5 * 60_000);

test('fetches everything once, then what changed since its cursor (rule 16)', async () => {
  const [ann, bob] = [anAdminReferral({ name: 'Ann' }), anAdminReferral({ name: 'Bob' })];
  const cid = anAdminReferral({ name: 'Cid' });
  server.script(PATH, whole('c1', [ann, bob]), delta('c2', [cid], { deletes: [bob.id] }));
  await refresh();
  later();
  await refresh();
  expect(cursorsSent()).toEqual(['', 'c1']);
  expect(await names()).toEqual(['Ann', 'Cid']);
  expect(await db.resources.get(PATH)).toMatchObject({ cursor: 'c2' });
  expect(onCount.mock.calls).toEqual([[2], [1]]);
});

test('only a change that erases somebody removes what the desk knew of them (rule 35)', async () => {
  const ann = anAdminReferral({ name: 'Ann' });
  const erased = { ...ann, name: 'Erased person', email: `${ann.id}@erased.invalid` };
  const others = ['/api/admin/payouts?month=2026-11', '/api/admin/quotes'];
  const known = { etag: null, fetchedAt: 1, data: [ann] };
  server.script(PATH, whole('c1', [ann]), delta('c2', [ann]), delta('c3', [erased]));
  await refresh();
  await db.resources.bulkPut(others.map((path) => ({ path, ...known })));
  later();
  await refresh();
  expect(await db.resources.bulkGet(others)).toMatchObject([known, known]);
  later();
  await refresh();
  expect(await db.resources.bulkGet(others)).toEqual([undefined, undefined]);
  expect(await names()).toEqual(['Erased person']);
  expect(await db.resources.get(PATH)).toMatchObject({ cursor: 'c3' });
});

test('asks again only after five minutes (rule 17)', async () => {
  server.script(PATH, whole('c1', []), delta('c2', []));
  await refresh();
  await refresh();
  expect(server.sentTo(PATH)).toHaveLength(1);
  later();
  await refresh();
  expect(server.sentTo(PATH)).toHaveLength(2);
});

test('without its list, a cursor is dropped and everything is fetched', async () => {
  server.script(PATH, whole('c1', []), whole('c2', []));
  await refresh();
  await db.adminBlocks.clear();
  later();
  await refresh();
  expect(cursorsSent()).toEqual(['', '']);
});

test('rows of an unknown shape are not stored (rule 16)', async () => {
  const bad = answerWith(() => jsonAnswer({ cursor: 'c', full: true, upserts: [{}], deletes: [] }));
  server.script(PATH, bad, bad, bad, bad);
  await refresh();
  expect(await readAdminMeta(db)).toBeUndefined();
});

test('changes that a write overtook are fetched again (rule 16)', async () => {
  const ann = anAdminReferral({ name: 'Ann' });
  const write = () => patchSyncState(db, ({ writes }) => ({ writes: writes + 1 }));
  const old = jsonAnswer({
    cursor: 'c2',
    full: false,
    upserts: [{ ...ann, name: 'Old' }],
    deletes: [],
  });
  server.script(PATH, whole('c1', [ann]), async () => {
    await write();
    return old;
  });
  await refresh();
  later();
  await refresh();
  expect(await names()).toEqual(['Ann']);
  expect(await db.resources.get(PATH)).toMatchObject({ cursor: 'c1', isTouched: true });
});

test('a whole list that a write overtook is kept, and what it lacks is fetched next', async () => {
  server.script(PATH, async () => {
    await patchSyncState(db, ({ writes }) => ({ writes: writes + 1 }));
    return jsonAnswer({
      cursor: 'c1',
      full: true,
      upserts: [anAdminReferral({ name: 'Ann' })],
      deletes: [],
    });
  });
  server.script(PATH, delta('c2', [anAdminReferral({ name: 'Bob' })]));
  await refresh();
  await refresh();
  expect(cursorsSent()).toEqual(['', 'c1']);
  expect(await names()).toEqual(['Ann', 'Bob']);
});

test('stores nothing for an admin who signed out meanwhile, and a sign-out leaves nothing (rules 14, 16)', async () => {
  server.script(PATH, whole('c1', [anAdminReferral()]), async () => {
    await signOut({ unsent: 'keep' });
    return jsonAnswer({ cursor: 'c2', full: true, upserts: [anAdminReferral()], deletes: [] });
  });
  await refresh();
  expect(await db.adminBlocks.count()).toBeGreaterThan(0);
  later();
  await refresh();
  expect(await db.adminBlocks.count()).toBe(0);
  expect(await db.resources.count()).toBe(0);
});

test('without signal it keeps what is there and leaves retries to the queue (rule 17)', async () => {
  server.script(PATH, whole('c1', [anAdminReferral({ name: 'Ann' })]));
  await refresh();
  later();
  server.intercept = () => cutBefore;
  await refresh();
  await refresh();
  expect(server.sentTo(PATH)).toHaveLength(2);
  expect(await names()).toEqual(['Ann']);
  expect((await readSyncState(db)).reach).toBe('offline');
});

test('tries three times more, then gives up (rule 17)', async () => {
  const failing = answerWith(() => refusal(500, 'internal'));
  server.script(PATH, failing, failing, failing, failing);
  await refresh();
  expect(clock.waits).toEqual([1000, 2000, 4000]);
  await refresh();
  expect(server.sentTo(PATH)).toHaveLength(4);
});

test('a first list is not stored for an admin who signed out meanwhile (rules 14 and 16)', async () => {
  server.script(PATH, async () => {
    await signOut({ unsent: 'keep' });
    return jsonAnswer({ cursor: 'c1', full: true, upserts: [anAdminReferral()], deletes: [] });
  });
  await refresh();
  expect(await db.adminBlocks.count()).toBe(0);
});

test('an older list never takes the place of a newer one (rule 16)', async () => {
  server.script(PATH, async (request) => {
    // Another tab, which did not wait for a frozen one.
    await replaceAdminReferrals(db, [anAdminReferral({ name: 'Newer' })]);
    await db.resources.put({ path: PATH, etag: null, cursor: 'c9', fetchedAt: 1, serial: 1 });
    return whole('c1', [anAdminReferral({ name: 'Older' })])(request, () => new Response());
  });
  await refresh();
  expect(await names()).toEqual(['Newer']);
  expect(await db.resources.get(PATH)).toMatchObject({ cursor: 'c9' });
});
