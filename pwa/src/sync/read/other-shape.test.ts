import { beforeEach, expect, test } from 'vitest';
import { readAdminMeta } from '../../data/admin-blocks.ts';
import { readAdminBlocks } from '../../test/read-admin-blocks.ts';
import { readAdminParts } from '../../data/admin-parts.ts';
import { LIST_SHAPE } from '../../data/read-shapes.ts';
import type { UserDb } from '../../data/user-db.ts';
import { anAdminReferral, aReferral, aUser } from '../../test/builders.ts';
import { answerWith, jsonAnswer } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { refreshStale } from './refresh.ts';
import { ADMIN_REFERRALS_PATH, refreshAdminReferrals } from './refresh-admin-referrals.ts';
import { REFERRALS_PATH } from './referral-versions.ts';
import { readResource, refreshNow } from './resources.ts';

/** The mark an earlier or later build writes with what it keeps. */
const OTHER = { shape: 'of-another-build' };
const STATS = '/api/stats';
let user: ReturnType<typeof aUser>;
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

async function begin(role: 'customer' | 'admin' = 'customer'): Promise<void> {
  ({ user, server, db, clock } = await aSignedInDevice(aUser({ role })));
}
const sinceSent = (path: string) => server.sentTo(path).map(({ query }) => query.get('since'));

beforeEach(() => begin());

test('what another build kept is shown, and fetched at once without its tag (rule 37)', async () => {
  await refreshStale(db, clock.deps, ['stats']);
  await refreshStale(db, clock.deps, ['stats']);
  expect(server.sentTo(STATS)).toHaveLength(1);
  await db.resources.update(STATS, OTHER);
  expect(await readResource(db, 'stats')).toMatchObject({ data: { totalReferrals: 0 } });
  await refreshStale(db, clock.deps, ['stats']);
  expect(server.sentTo(STATS)[1]?.headers.get('If-None-Match')).toBeNull();
  await refreshStale(db, clock.deps, ['stats']);
  expect(server.sentTo(STATS)).toHaveLength(2);
});

test('a field that another build left out of the person’s list is added, although no row changed (rule 37)', async () => {
  const row = aReferral({ userId: user.id, phone: '555 0142' });
  server.rows.set(row.id, row);
  await refreshNow(db, 'referrals', clock.deps);
  await db.referrals.put({ ...row, phone: null });
  await db.resources.update(REFERRALS_PATH, { ...OTHER, receipts: ['7'] });
  await refreshStale(db, clock.deps, ['referrals']);
  expect(sinceSent(REFERRALS_PATH)).toEqual(['', '']);
  expect(server.sentTo(REFERRALS_PATH)[1]?.query.get('known')).toBeNull();
  expect((await readResource(db, 'referrals'))?.data).toEqual([row]);
});

test('a failed read of another shape waits its turn like any other (rule 17)', async () => {
  await refreshStale(db, clock.deps, ['stats']);
  await db.resources.update(STATS, { ...OTHER, triedAt: clock.deps.now() });
  await refreshStale(db, clock.deps, ['stats']);
  expect(server.sentTo(STATS)).toHaveLength(1);
});

test('an admin’s list that another build packed is not read but fetched whole (rule 37)', async () => {
  await begin('admin');
  const ann = anAdminReferral({ name: 'Ann' });
  const whole = answerWith(() =>
    jsonAnswer({ cursor: 'c', full: true, upserts: [ann], deletes: [] }),
  );
  server.script(ADMIN_REFERRALS_PATH, whole, whole);
  await refreshAdminReferrals(db, undefined, clock.deps);
  const meta = await readAdminMeta(db);
  await db.adminBlocks.put({ block: 'meta', text: JSON.stringify({ ...meta, ...OTHER }) });
  await db.resources.update(ADMIN_REFERRALS_PATH, OTHER);
  expect(await readAdminMeta(db)).toBeUndefined();
  expect(await readAdminBlocks(db)).toEqual([]);
  await refreshAdminReferrals(db, undefined, clock.deps);
  expect(sinceSent(ADMIN_REFERRALS_PATH)).toEqual(['', '']);
  expect(await readAdminBlocks(db)).toEqual([ann]);
});

test('parts of a list that another build kept are not resumed (rule 37)', async () => {
  const head = { run: 'run', cursor: 'c', parts: 0 };
  await db.adminBlocks.put({ block: 'parts', text: JSON.stringify({ ...head, ...OTHER }) });
  expect(await readAdminParts(db)).toBeUndefined();
  const own = { ...head, shape: LIST_SHAPE };
  await db.adminBlocks.put({ block: 'parts', text: JSON.stringify(own) });
  expect(await readAdminParts(db)).toMatchObject({ rows: [] });
});

test('an admin’s list of this shape continues from its cursor, even if other reads have another shape (rule 37)', async () => {
  await begin('admin');
  const delta = (full: boolean) =>
    answerWith(() => jsonAnswer({ cursor: 'c', full, upserts: [], deletes: [] }));
  server.script(ADMIN_REFERRALS_PATH, delta(true), delta(false));
  await refreshAdminReferrals(db, undefined, clock.deps);
  await db.resources.update(ADMIN_REFERRALS_PATH, OTHER);
  await refreshAdminReferrals(db, undefined, clock.deps);
  expect(sinceSent(ADMIN_REFERRALS_PATH)).toEqual(['', 'c']);
});
