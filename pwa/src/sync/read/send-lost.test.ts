import { lostReportRoutes, PUSH_MAX_ROWS, type Referral } from '@sunloop/shared-types';
import { beforeEach, expect, test } from 'vitest';
import { readOwnReferrals } from '../../data/own-referrals.ts';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral, aReferral } from '../../test/builders.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { ackKill, refusal } from '../../test/fake-answers.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { failStorage } from '../../test/failing-storage.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { syncOnce } from '../send/sync-once.ts';
import { REFERRALS_PATH } from './referral-versions.ts';
import { refreshNow } from './resources.ts';
import { lostIn } from './send-lost.ts';

const REPORT = lostReportRoutes.reportLost.path;
interface Lost {
  referrals: Referral[];
}
/** Longer than what could not be stored waits. */
const LONG_MS = 10 * 60_000;
let server: FakeServer;
let db: UserDb;
let clock: Awaited<ReturnType<typeof aSignedInDevice>>['clock'];
let deps: typeof clock.deps;

beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice());
  ({ deps } = clock);
});

const refresh = () => refreshNow(db, 'referrals', deps);
const namesHere = async () => (await readOwnReferrals(db)).map(({ name }) => name).toSorted();
const namesThere = () => [...server.rows.values()].map(({ name }) => name).toSorted();

/** Referrals the server has acknowledged and this device has seen in its list; returns what the server has then. */
async function sent(...names: string[]): Promise<Referral[]> {
  for (const name of names) await enqueue(db, [aNewReferral({ name })]);
  await syncOnce(db, deps);
  await refresh();
  return [...server.rows.values()];
}

test('rows that the server acknowledged and lost go back into the outbox and arrive once (rule 38)', async () => {
  await sent('Ann', 'Bob');
  const backup = server.backUp();
  await sent('Cid', 'Dora');
  server.putBack(backup);
  await refresh();
  expect(await namesHere()).toEqual(['Ann', 'Bob']);
  const [entry] = await db.outbox.toArray();
  expect(entry?.rows.map(({ name }) => name).toSorted()).toEqual(['Cid', 'Dora']);
  expect((await db.log.toArray()).map(({ event, key }) => [event, key])).toContainEqual([
    'lost',
    entry?.key,
  ]);
  await syncOnce(db, deps);
  await refresh();
  expect(namesThere()).toEqual(['Ann', 'Bob', 'Cid', 'Dora']);
  expect(await namesHere()).toEqual(['Ann', 'Bob', 'Cid', 'Dora']);
  expect(await db.outbox.count()).toBe(0);
  expect(await db.rejected.count()).toBe(0);
});

test('the ids stay, so a second device that has them sends nothing twice (rule 38)', async () => {
  const backup = server.backUp();
  const lost = await sent('Ann');
  server.putBack(backup);
  await refresh();
  await syncOnce(db, deps);
  expect([...server.rows.keys()]).toEqual(lost.map(({ id }) => id));
});

test('they do so even if the last list was read before them, so that its cursor is still good (rule 38)', async () => {
  await sent('Ann');
  const backup = server.backUp();
  await enqueue(db, [aNewReferral({ name: 'Bob' })]);
  await syncOnce(db, deps);
  server.putBack(backup);
  await refresh();
  await syncOnce(db, deps);
  expect(namesThere()).toEqual(['Ann', 'Bob']);
});

test('what was deleted while nobody looked is not sent again (rule 38)', async () => {
  const [ann] = await sent('Ann', 'Bob');
  const { at } = server.backUp();
  await sent('Cid');
  server.changeByAdmin(ann?.id ?? '', null);
  server.putBack({ ...server.backUp(), looks: 0, at });
  await refresh();
  expect(await namesHere()).toEqual(['Bob', 'Cid']);
  expect(await db.outbox.count()).toBe(0);
});

test('what still waits, because its answer was lost, waits once (rules 5 and 38)', async () => {
  await sent('Ann');
  const backup = server.backUp();
  await enqueue(db, [aNewReferral({ name: 'Bob' })]);
  server.script('/api/sync/push', ackKill);
  await syncOnce(db, deps);
  await refresh();
  expect(await namesHere()).toEqual(['Ann', 'Bob']);
  server.putBack(backup);
  await refresh();
  const waiting = (await db.outbox.toArray()).flatMap(({ rows }) => rows.map(({ name }) => name));
  expect(waiting).toEqual(['Bob']);
});

test.each([true, false])(
  'a verdict of before the loss, stored only afterwards, takes no row out (rule 38; the list showed it: %s)',
  async (isShown) => {
    await sent('Ann');
    const backup = server.backUp();
    await enqueue(db, [aNewReferral({ name: 'Bob' })]);
    const mend = failStorage({
      error: 'QuotaExceededError',
      stores: ['outbox'],
      operations: ['delete'],
    });
    await syncOnce(db, deps);
    mend();
    if (isShown) await refresh();
    expect(namesThere()).toEqual(['Ann', 'Bob']);
    server.putBack(backup);
    await refresh();
    clock.advance(LONG_MS);
    await syncOnce(db, deps);
    await refresh();
    expect(namesThere()).toEqual(['Ann', 'Bob']);
    expect(await namesHere()).toEqual(['Ann', 'Bob']);
    expect(await db.outbox.count()).toBe(0);
  },
);

test('nor does one that a page hears of only then, because it was frozen (rule 38)', async () => {
  await sent('Ann');
  const backup = server.backUp();
  await enqueue(db, [aNewReferral({ name: 'Bob' })]);
  server.script('/api/sync/push', async (_, serve) => {
    const answer = serve();
    server.putBack(backup);
    await refresh();
    return answer;
  });
  await syncOnce(db, deps);
  await refresh();
  expect(namesThere()).toEqual(['Ann', 'Bob']);
  expect(await db.outbox.count()).toBe(0);
});

test('a server that was put back counts, even with an older version of a row (rule 38)', async () => {
  const [ann] = await sent('Ann');
  const backup = server.backUp();
  server.changeByAdmin(ann?.id ?? '', 'completed');
  await refresh();
  expect(await db.referrals.toArray()).toMatchObject([{ status: 'completed' }]);
  server.putBack(backup);
  await refresh();
  expect(await db.referrals.toArray()).toMatchObject([{ status: 'submitted' }]);
});

test('after a start that lost nothing, a device without rows from then asks no more than before (rule 38)', async () => {
  await sent('Ann');
  server.startAgain();
  const before = server.sentTo(REFERRALS_PATH).length;
  await refresh();
  expect(server.sentTo(REFERRALS_PATH)).toHaveLength(before + 1);
});

test('rows the server has after all stay as they are (rule 38)', async () => {
  const { at } = server.backUp();
  await sent('Ann', 'Bob');
  server.putBack({ ...server.backUp(), at });
  await refresh();
  expect(await namesHere()).toEqual(['Ann', 'Bob']);
  expect(await db.outbox.count()).toBe(0);
});

test('the office is told which they are; sending does not depend on it', async () => {
  const backup = server.backUp();
  const [ann] = await sent('Ann');
  server.putBack(backup);
  await refresh();
  const [report] = server.sentTo('/api/sync/lost');
  expect(report?.body).toMatchObject({ referrals: [{ id: ann?.id, createdAt: ann?.createdAt }] });
  await syncOnce(db, deps);
  expect(namesThere()).toEqual(['Ann']);
});

test('more lost rows than one push takes go back in entries of their own, each row once, and the office is told of all', async () => {
  const backup = server.backUp();
  const rows = Array.from({ length: PUSH_MAX_ROWS + 1 }, () => aNewReferral());
  await enqueue(db, rows);
  await syncOnce(db, deps);
  await refresh();
  const ids = [...server.rows.keys()].toSorted();
  server.putBack(backup);
  await refresh();
  const entries = await db.outbox.toArray();
  expect(entries.flatMap((entry) => entry.rows.map(({ id }) => id)).toSorted()).toEqual(ids);
  const logged = (await db.log.toArray()).filter(({ event }) => event === 'lost');
  expect(logged.map(({ key }) => key)).toEqual(entries.map(({ key }) => key));
  const reports = server.sentTo(REPORT).map(({ body }) => (body as Lost).referrals);
  expect(reports.map(({ length }) => length)).toEqual([PUSH_MAX_ROWS, 1]);
  expect(
    reports
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids);
  await syncOnce(db, deps);
  expect([...server.rows.keys()].toSorted()).toEqual(ids);
});

test.each([
  ['2026-01-31T23:59:59.999Z', false],
  ['2026-02-01T00:00:00.000Z', true],
  ['2026-02-02T00:00:00.000Z', true],
  ['2026-02-02T00:00:00.001Z', false],
  ['2026-03-01T12:00:00.000Z', true],
])('what was stored or changed at %s is in one of two gaps: %s (rule 38)', async (time, isNear) => {
  const gaps = [
    { from: '2026-02-01T00:00:00.000Z', to: '2026-02-02T00:00:00.000Z' },
    { from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' },
  ];
  const before = '2026-01-01T00:00:00.000Z';
  await db.referrals.put(aReferral({ userId: db.userId, createdAt: before, updatedAt: time }));
  expect(await lostIn(gaps).isNear(db)).toBe(isNear);
  await db.referrals.clear();
  await db.referrals.put(aReferral({ userId: db.userId, createdAt: time, updatedAt: time }));
  expect(await lostIn(gaps).isNear(db)).toBe(isNear);
});

test('a report that nobody takes holds nothing up', async () => {
  const backup = server.backUp();
  await sent('Ann');
  server.putBack(backup);
  server.script(REPORT, () => refusal(500, 'internal'));
  await refresh();
  await syncOnce(db, deps);
  expect(namesThere()).toEqual(['Ann']);
});

test('a friend who was forgotten before the loss is not sent again (rule 38)', async () => {
  const backup = server.backUp();
  const [ann] = await sent('Ann');
  await db.referrals.update(ann?.id ?? '', { name: 'Forgotten', email: '' });
  server.putBack(backup);
  await refresh();
  expect(await db.outbox.count()).toBe(0);
});

test('where nothing was lost, nothing is reported (rule 38)', async () => {
  await sent('Ann');
  server.startAgain();
  await enqueue(db, [aNewReferral({ name: 'Bob' })]);
  await refresh();
  expect(server.sentTo(REPORT)).toEqual([]);
});
