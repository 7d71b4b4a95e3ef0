import { RangeSet } from 'dexie';
import { beforeEach, expect, test, vi } from 'vitest';
import { addArrived, foldArrived } from '../../data/own-referrals.ts';
import type { UserDb } from '../../data/user-db.ts';
import { watchTables } from '../../data/watch-tables.ts';
import { aNewReferral, anOpenDb, aReferral } from '../../test/builders.ts';
import { lastKey } from '../../data/find-unsent.ts';
import { REFERRALS_PATH } from '../read/referral-versions.ts';
import { drain } from '../send/drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { fakeRests } from '../../test/fake-rests.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { aUser } from '../../test/builders.ts';
import { OWN_LIST_IN } from './list-tables.ts';
import { type OwnListState, OwnList } from './own-list.ts';

const AT = '2026-01-02T00:00:00.000Z';
let db: UserDb;
let server: FakeServer;

beforeEach(async () => {
  const user = aUser();
  server = new FakeServer(user);
  db = await anOpenDb(user.id);
});

const kindsOf = ({ rows }: OwnListState) => rows.map(({ kind, name }) => `${kind} ${name}`);
const namesOf = ({ rows }: OwnListState) => rows.map(({ name }) => name);
/** The list as a newly opened page reads it. */
const readAnew = () => new OwnList(db).read(new Map());

/** A page that follows all changes; returns its list once it equals that of a newly opened page. */
async function follow(): Promise<{ settled: () => Promise<OwnListState>; stop: () => void }> {
  const list = new OwnList(db);
  let seen: OwnListState | undefined;
  let heard: (() => void) | undefined;
  const stop = watchTables(db, OWN_LIST_IN, async (changes) => {
    seen = await list.read(changes);
    heard?.();
  });
  const settled = async () => {
    for (;;) {
      const wanted = JSON.stringify(await readAnew());
      if (seen && JSON.stringify(seen) === wanted) return seen;
      await new Promise<void>((resolve) => (heard = resolve));
    }
  };
  await settled();
  return { settled, stop };
}

test('of the stored answers, only the list itself makes a page read it again', async () => {
  fakeRests();
  const stop = watchTables(db, OWN_LIST_IN, async () => {});
  const isReading = () => vi.getTimerCount() > 0;
  await vi.waitUntil(isReading);
  vi.advanceTimersByTime(1000);
  await db.resources.put({ path: '/api/referrals/stats', etag: null, fetchedAt: 1 });
  expect(isReading()).toBe(false);
  await db.resources.put({ path: REFERRALS_PATH, etag: null, fetchedAt: 1 });
  expect(isReading()).toBe(true);
  stop();
});

test('a page that follows changes shows waiting, sent and folded rows once each', async () => {
  const page = await follow();
  await enqueue(db, [aNewReferral({ name: 'Ada' }), aNewReferral({ name: 'Bea' })]);
  expect(kindsOf(await page.settled()).toSorted()).toEqual(['waiting Ada', 'waiting Bea']);
  await drain(db, fixedDeps().deps);
  expect(server.rows.size).toBe(2);
  expect(kindsOf(await page.settled()).toSorted()).toEqual(['stored Ada', 'stored Bea']);
  const { referrals, arrived } = db;
  await db.transaction('rw', [referrals, arrived], () => foldArrived(db, 1));
  expect(kindsOf(await page.settled()).toSorted()).toEqual(['stored Ada', 'stored Bea']);
  await db.referrals.clear();
  expect((await page.settled()).rows).toHaveLength(1);
  page.stop();
});

test('rows that have arrived are sorted among the others by creation time', async () => {
  const at = (day: number, name: string) =>
    aReferral({ name, createdAt: `2026-01-0${day}T00:00:00.000Z` });
  await db.referrals.bulkAdd([at(1, 'Oldest'), at(4, 'Newest')]);
  await addArrived(db, [at(2, 'Second'), at(2, 'Second')]);
  await addArrived(db, [at(3, 'Third'), at(3, 'Third')]);
  expect(namesOf(await readAnew())).toEqual([
    'Newest',
    'Third',
    'Third',
    'Second',
    'Second',
    'Oldest',
  ]);
});

test('an unchanged list is the same object, so that it is not drawn again', async () => {
  const list = new OwnList(db);
  await db.referrals.bulkAdd([aReferral({ name: 'Ada' }), aReferral({ name: 'Bea' })]);
  const { rows } = await list.read(new Map());
  await db.resources.put({ path: REFERRALS_PATH, data: null, etag: null, fetchedAt: 5 });
  const touched = new RangeSet().addKey(REFERRALS_PATH);
  const again = await list.read(new Map([['resources', touched]]));
  expect(again.fetchedAt).toBe(5);
  expect(again.rows).toBe(rows);
});

test('a change reads the rows it is about and no others', async () => {
  const rows = Array.from({ length: 20 }, () => aReferral());
  await db.referrals.bulkAdd(rows);
  const list = new OwnList(db);
  await list.read(new Map());
  const { id } = rows[7]!;
  await db.referrals.update(id, { name: 'Ada' });
  const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  const own = await list.read(new Map([['referrals', new RangeSet().addKey(id)]]));
  const read = (getAll.mock.contexts as IDBObjectStore[]).map(({ name }) => name);
  expect(read).not.toContain('referrals');
  expect(own).toEqual(await readAnew());
});

test('neither do answers read all that waits and all that has arrived', async () => {
  for (const row of [aNewReferral(), aNewReferral()]) await enqueue(db, [row]);
  const key = await lastKey(db);
  await addArrived(db, [aReferral({ createdAt: AT }), aReferral({ createdAt: AT })]);
  const list = new OwnList(db);
  await list.read(new Map());
  const came = [aReferral({ name: 'Ada' }), aReferral({ name: 'Bea' })];
  await db.outbox.delete(key);
  await db.arrived.put({ id: came[0]!.id, createdAt: came[0]!.createdAt, rows: came });
  const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  const changes = new Map([
    ['outbox', new RangeSet().addKey(key)],
    ['arrived', new RangeSet().addKey(came[0]!.id)],
  ] as const);
  const own = await list.read(changes);
  const read = (getAll.mock.contexts as IDBObjectStore[]).map(({ name }) => name);
  expect(read).not.toContain('outbox');
  expect(read).not.toContain('arrived');
  getAll.mockRestore();
  expect(own).toEqual(await readAnew());
  expect(own.rows).toHaveLength(5);
});

test('a page follows rows that change, come, go and change their place', async () => {
  const at = (day: number, name: string) =>
    aReferral({ name, createdAt: `2026-01-0${day}T00:00:00.000Z` });
  const [oldest, middle, newest] = [at(1, 'Oldest'), at(3, 'Middle'), at(5, 'Newest')];
  await db.referrals.bulkAdd([oldest, middle, newest]);
  const page = await follow();
  await db.referrals.bulkPut([
    { ...oldest, name: 'Old' },
    { ...middle, name: 'Mid' },
  ]);
  expect(namesOf(await page.settled())).toEqual(['Newest', 'Mid', 'Old']);
  await db.referrals.bulkPut([at(4, 'Added'), { ...newest, name: 'New' }]);
  expect(namesOf(await page.settled())).toEqual(['New', 'Added', 'Mid', 'Old']);
  await db.referrals.put({ ...middle, createdAt: '2026-01-09T00:00:00.000Z' });
  expect(namesOf(await page.settled())).toEqual(['Middle', 'New', 'Added', 'Old']);
  await db.transaction('rw', db.referrals, async () => {
    await db.referrals.delete(newest.id);
    await db.referrals.put({ ...oldest, name: 'Eldest' });
  });
  expect(namesOf(await page.settled())).toEqual(['Middle', 'Added', 'Eldest']);
  page.stop();
});
