import { Dexie } from 'dexie';
import { beforeEach, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { draftStore } from '../data/drafts.ts';
import { readSyncState } from '../data/sync-state.ts';
import { UserDb } from '../data/user-db.ts';
import { aReferral, aUser } from '../test/builders.ts';
import { FakeServer } from '../test/fake-server.ts';
import { fixedDeps } from '../test/fixed-deps.ts';
import { readWaitingActs } from './acts/acts-state.ts';
import { drain } from './send/drain.ts';
import { readStatus } from './send/status.ts';

/** The shipped stores of version 1; never edited, however today's change. */
const STORES_1 = {
  referrals: 'id, createdAt, status',
  outbox: '++key, v, nextAt, rows.length',
  rejected: 'id',
  resources: 'path',
  drafts: 'form',
  sync: 'key',
};
/** The last version in which an admin's device held everybody's referrals in blocks. */
const STORES_4 = {
  ...STORES_1,
  news: 'id, at',
  uploads: 'id, at',
  log: '++id, key, at, event',
  adminBlocks: 'block',
  conflicts: 'id, at',
  arrived: 'id, createdAt, rows.length',
};
const LONG_AGO = Date.UTC(2026, 0, 2);
const DAY_MS = 24 * 60 * 60 * 1000;

const aRow = (name: string) => ({
  id: uuidv7(),
  name,
  email: `${name.toLowerCase()}@example.com`,
  phone: '555',
  capturedAt: new Date(LONG_AGO).toISOString(),
});

/** What the first build left: three rows in two entries, a refused one, a list, a half-typed form. */
function oldRows() {
  return {
    referrals: [aReferral({ name: 'Shown' })],
    outbox: [
      { v: 1, rows: [aRow('Ada'), aRow('Bea')], savedAt: LONG_AGO, attempts: 0 },
      {
        v: 1,
        rows: [aRow('Cleo')],
        savedAt: LONG_AGO,
        attempts: 3,
        chunk: 1,
        triedAt: LONG_AGO,
        nextAt: LONG_AGO,
        lastProblem: 'internal',
      },
    ],
    rejected: [
      {
        id: uuidv7(),
        row: aRow('Dora'),
        code: 'self_referral',
        error: 'That is you.',
        rejectedAt: LONG_AGO,
        savedAt: LONG_AGO,
      },
    ],
    resources: [
      { path: '/api/stats', data: { totalReferrals: 1 }, etag: '"1"', fetchedAt: LONG_AGO },
    ],
    drafts: [{ form: 'add', values: { name: 'Half' }, updatedAt: LONG_AGO }],
    sync: [
      {
        key: 'sync',
        isOpen: true,
        reach: 'offline',
        blocked: null,
        sending: 0,
        sendingUntil: 0,
        failures: 4,
        nextAt: LONG_AGO,
        holdUntil: 0,
        confirmed: LONG_AGO,
        writes: 7,
        lastSentAt: LONG_AGO,
        lastSyncAt: LONG_AGO,
        hasAskedToPersist: true,
      },
    ],
  };
}

async function leaveOldDatabase(name: string, rows: Record<string, object[]>): Promise<void> {
  const old = new Dexie(name);
  old.version(1).stores(STORES_1);
  for (const [table, added] of Object.entries(rows)) await old.table(table).bulkAdd(added);
  old.close();
}

const user = aUser();
let server: FakeServer;
let db: UserDb;
let rows: ReturnType<typeof oldRows>;

beforeEach(async () => {
  server = new FakeServer(user);
  db = new UserDb(user.id);
  await db.delete();
  rows = oldRows();
  await leaveOldDatabase(db.name, rows);
  db = new UserDb(user.id);
});

test('Nothing of a database of the first version is lost when today’s build opens it', async () => {
  expect((await db.outbox.toArray()).map((entry) => entry.rows)).toEqual(
    rows.outbox.map((entry) => entry.rows),
  );
  expect(await db.rejected.toArray()).toEqual(rows.rejected);
  expect(await db.referrals.toArray()).toEqual(rows.referrals);
  expect(await db.resources.toArray()).toEqual(rows.resources);
  expect(await draftStore(db, 'add').read()).toEqual(rows.drafts[0]?.values);
  expect(await readStatus(db)).toMatchObject({ waiting: 3, rejected: 1, reach: 'offline' });
  expect(await readSyncState(db)).toMatchObject({ ...rows.sync[0], watchedKey: null });
});

test('What the first version left waiting for 40 days is sent once, under its old ids', async () => {
  const clock = fixedDeps(LONG_AGO + 40 * DAY_MS);
  await drain(db, clock.deps);
  const sent = rows.outbox.flatMap((entry) => entry.rows);
  expect([...server.rows.keys()].toSorted()).toEqual(sent.map(({ id }) => id).toSorted());
  expect(await readStatus(db)).toMatchObject({ waiting: 0, rejected: 1 });
  await drain(db, clock.deps);
  expect(server.rows.size).toBe(3);
});

test('The blocks of everybody’s referrals go, and what an admin saved waits on', async () => {
  await db.delete();
  const old = new Dexie(db.name);
  old.version(4).stores(STORES_4);
  const act = { act: 'delete', id: uuidv7(), expected: 'submitted' };
  const entry = {
    v: 2,
    rows: [{ id: uuidv7(), name: 'Delete Ada', email: '', who: 'Ada', act }],
    savedAt: LONG_AGO,
    attempts: 0,
  };
  await old.table('outbox').add(entry);
  await old.table('adminBlocks').add({ block: 'meta', text: '{}' });
  const list = { path: '/api/admin/referrals', etag: null, cursor: 'c', fetchedAt: LONG_AGO };
  await old.table('resources').bulkAdd([list, ...rows.resources]);
  old.close();
  db = new UserDb(user.id);
  await db.open();
  expect(db.tables.map(({ name }) => name)).not.toContain('adminBlocks');
  expect(await db.resources.toArray()).toEqual(rows.resources);
  expect(await db.resources.orderBy('fetchedAt').primaryKeys()).toEqual(['/api/stats']);
  expect(await readWaitingActs(db)).toEqual(
    new Map([[act.id, { isDeleted: true, referral: undefined }]]),
  );
});
