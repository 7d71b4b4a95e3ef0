import { beforeEach, expect, test } from 'vitest';
import type { UserDb } from '../../data/user-db.ts';
import { anAdminReferral, aReferral, aUser } from '../../test/builders.ts';
import { FakeDesk } from '../../test/fake-desk.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { pageQuestion, readPage, refreshPage } from './desk-list.ts';
import { refreshStale } from './refresh.ts';
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

test('a page of the desk that another build kept is shown, and asked for again (rule 37)', async () => {
  await begin('admin');
  const { rows } = new FakeDesk(server, [anAdminReferral({ name: 'Ann' })]);
  const question = pageQuestion({});
  await refreshPage(db, question, {}, clock.deps);
  await db.resources.update(question.path, OTHER);
  expect(await readPage(db, question, clock.deps.now())).toMatchObject({
    rows: [...rows.values()],
    isDue: true,
  });
  await db.resources.update(question.path, { data: [{ id: 'of-another-build' }] });
  expect(await readPage(db, question, clock.deps.now())).toMatchObject({ rows: undefined });
});
