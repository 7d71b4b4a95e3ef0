import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { KNOWN_PUSHES_MAX } from '@sunloop/shared-types/referrals/sync.ts';
import { beforeEach, expect, test } from 'vitest';
import { call } from '../../api/client.ts';
import {
  addArrived,
  countOwnReferrals,
  foldArrived,
  getOwnReferral,
  readKnownIds,
  readNewestOwn,
  readOwnReferrals,
} from '../../data/own-referrals.ts';
import { UserDb } from '../../data/user-db.ts';
import { aNewReferral, aReferral, aUser } from '../../test/builders.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { enqueueUpload } from '../outbox/bulk-upload.ts';
import { removeUnsent } from '../outbox/change-row.ts';
import { drain } from '../send/drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { readListMark, showPushed } from './referral-versions.ts';
import { refresh } from './refresh.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';

const PUSH = '/api/sync/push';
const LIST = '/api/referrals';
let server: FakeServer;
let db: UserDb;
const clock = fixedDeps();
const { deps } = clock;

beforeEach(async () => {
  ({ server, db } = await aSignedInDevice(aUser(), clock));
  await refresh(db, 'referrals', deps);
});

const three = () => [aNewReferral(), aNewReferral(), aNewReferral()] as const;
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();
const idsThere = () => [...server.rows.keys()].toSorted();
const idsHere = async () => idsOf(await readOwnReferrals(db));
const refreshList = () => refresh(db, 'referrals', deps);

async function sendThree(): Promise<string[]> {
  await enqueue(db, three());
  await drain(db, deps);
  return idsThere();
}

test('rows a push created arrive as one record, exactly as the server has them (rule 31)', async () => {
  const ids = await sendThree();
  expect(await db.arrived.count()).toBe(1);
  expect(await db.referrals.count()).toBe(0);
  const here = await readOwnReferrals(db);
  expect(new Set(here)).toEqual(new Set(server.rows.values()));
  expect(await countOwnReferrals(db)).toEqual({ total: 3, completed: 0 });
  expect(idsOf(await readNewestOwn(db, 5))).toEqual(ids);
  expect(await getOwnReferral(db, ids[1] ?? '')).toEqual(server.rows.get(ids[1] ?? ''));
});

test('the next list request names the push, so its rows do not come again (rule 31)', async () => {
  const ids = await sendThree();
  await refreshList();
  const [, asked] = server.sentTo(LIST);
  expect(asked?.query.get('known')).toBe('1');
  expect(await db.arrived.count()).toBe(1);
  expect(await idsHere()).toEqual(ids);
  await refreshList();
  expect(server.sentTo(LIST)[2]?.query.has('known')).toBe(false);
});

test('rows an admin changes or deletes just after they arrived are not doubled here (rule 31)', async () => {
  const [changed = '', deleted = '', kept = ''] = await sendThree();
  server.changeByAdmin(changed, 'completed');
  server.changeByAdmin(deleted, null);
  await refreshList();
  expect(await idsHere()).toEqual([changed, kept].toSorted());
  expect(await countOwnReferrals(db)).toEqual({ total: 2, completed: 1 });
});

test('a list that comes while a push is in flight doubles nothing (rule 31)', async () => {
  await enqueue(db, three());
  server.script(PUSH, async (_, serve) => {
    const answer = serve();
    await refreshList();
    return answer;
  });
  await drain(db, deps);
  expect(await idsHere()).toEqual(idsThere());
  await refreshList();
  expect(await idsHere()).toEqual(idsThere());
});

test('a list that comes meanwhile decides what was deleted by then (rule 31)', async () => {
  const rows = three();
  await enqueue(db, rows);
  server.script(PUSH, async (_, serve) => {
    const answer = serve();
    const first = [...server.rows.values()].find(({ email }) => email === rows[0]?.email);
    server.changeByAdmin(first?.id ?? '', null);
    await refreshList();
    return answer;
  });
  await drain(db, deps);
  expect(await idsHere()).toEqual(idsThere());
});

test('a row that was taken back but had arrived comes with the next list (rule 31)', async () => {
  await enqueue(db, three());
  server.script(PUSH, async (_, serve) => {
    const answer = serve();
    await removeUnsent(db, idsThere()[0] ?? '');
    return answer;
  });
  await drain(db, deps);
  expect(await idsHere()).toHaveLength(2);
  await refreshList();
  expect(await idsHere()).toEqual(idsThere());
});

test('a whole list starts over: no push before it is known anymore (rule 31)', async () => {
  await sendThree();
  await db.resources.update(LIST, { cursor: '' });
  await refreshList();
  await refreshList();
  expect(server.sentTo(LIST).map(({ query }) => query.get('known'))).toEqual([null, '1', null]);
  expect(await idsHere()).toEqual(idsThere());
});

test('rows folded in a few at a time all end up in their place (rule 31)', async () => {
  const ids = await sendThree();
  expect(await foldArrived(db, 2)).toBe(true);
  expect(await db.referrals.count()).toBe(2);
  expect(await idsHere()).toEqual(ids);
  await foldArrived(db, 2);
  expect(await db.arrived.count()).toBe(0);
  expect(idsOf(await db.referrals.toArray())).toEqual(ids);
});

test('while rows are folded in, a list without changes asks for nothing again (rule 38)', async () => {
  const ids = await sendThree();
  const { referrals, arrived } = db;
  await db.transaction('rw', [referrals, arrived], () => foldArrived(db, 1));
  const asked = server.sentTo(LIST).length;
  await refreshList();
  expect(server.sentTo(LIST)).toHaveLength(asked + 1);
  expect(await idsHere()).toEqual(ids);
});

test('a push shown again after storage wrongly reported a failure doubles nothing (rule 31)', async () => {
  const ids = await sendThree();
  const rows = await readOwnReferrals(db);
  await addArrived(db, rows);
  expect(await idsHere()).toEqual(ids);
  await foldArrived(db, 2);
  await addArrived(db, rows);
  expect(await idsHere()).toEqual(ids);
});

/** Another device of the person sends the rows that also wait here. */
async function sendElsewhere(): Promise<string[]> {
  const rows = three();
  await enqueue(db, rows);
  const [entry] = await db.outbox.toArray();
  const body = { referrals: entry?.rows ?? [] };
  await call(customerRoutes.pushReferrals, { body: { ...body, brief: true } });
  return idsThere();
}

test('rows another device had sent arrive as one record and do not come again with the next list (rule 31)', async () => {
  const ids = await sendElsewhere();
  await drain(db, deps);
  expect(await db.arrived.count()).toBe(1);
  expect(await db.referrals.count()).toBe(0);
  expect(new Set(await readOwnReferrals(db))).toEqual(new Set(server.rows.values()));
  await refreshList();
  expect(server.sentTo(LIST).at(-1)?.query.get('known')).toBe('1');
  expect(await idsHere()).toEqual(ids);
  expect(await db.arrived.count()).toBe(1);
});

test('a row another device had sent that was changed since is kept by itself (rule 31)', async () => {
  const [changed = '', ...kept] = await sendElsewhere();
  server.changeByAdmin(changed, 'completed');
  await drain(db, deps);
  expect(await countOwnReferrals(db)).toEqual({ total: 3, completed: 1 });
  expect(await db.arrived.count()).toBe(1);
  expect(await idsHere()).toEqual([changed, ...kept].toSorted());
});

test.each([0, 1])(
  'rows reported again in another order are here once, with %i of them folded in (rule 31)',
  async (folded) => {
    const ids = await sendThree();
    const again = await readOwnReferrals(db);
    if (folded > 0) await foldArrived(db, folded);
    const rows = again.map(({ id, name, email, phone, address }) => ({
      id,
      name,
      email,
      phone,
      address,
    }));
    await enqueue(db, rows.toReversed());
    await drain(db, deps);
    expect(await idsHere()).toEqual(ids);
    expect(await countOwnReferrals(db)).toMatchObject({ total: 3 });
  },
);

test.each([
  ['', () => undefined],
  // A new sign-in, or one whose first list has not come.
  [', before any list is here', () => db.resources.delete(LIST)],
])(
  'rows reported to another tab before the answer to their own push are here once%s (rule 31)',
  async (_, prepare) => {
    await prepare();
    await enqueue(db, three());
    server.script(PUSH, async (_, serve) => {
      const answer = serve();
      const pushed = { created: [], stored: [...server.rows.values()].slice(1), pushes: [] };
      await showPushed(db, pushed, await readListMark(db));
      return answer;
    });
    await drain(db, deps);
    expect(await idsHere()).toEqual(idsThere());
    await foldArrived(db);
    expect(await idsHere()).toEqual(idsThere());
  },
);

test('an id that one push contains twice is here once (rule 31)', async () => {
  const [first, second] = three();
  await enqueue(db, [first, second, { ...second, name: 'Somebody Else' }]);
  await drain(db, deps);
  expect(await db.rejected.count()).toBe(1);
  expect(await idsHere()).toEqual(idsThere());
});

test('a row reported as stored does not come back after a list named it as deleted (rule 31)', async () => {
  const ids = await sendElsewhere();
  const [deleted = '', ...kept] = ids;
  server.script(PUSH, (_, serve) => {
    const answer = serve();
    server.changeByAdmin(deleted, null);
    return answer;
  });
  await db.resources.update(LIST, { deletedIds: [deleted] });
  await drain(db, deps);
  expect(await idsHere()).toEqual(kept);
});

test('a file handed over again recognizes the people a push has just brought', async () => {
  const rows = three();
  const file = { fileName: 'friends.csv', rows };
  await enqueueUpload(db, file);
  await db.sync.update('sync', { watchedKey: null });
  await drain(db, deps);
  expect(await enqueueUpload(db, file)).toMatchObject({ queued: 0, alreadyThere: 3 });
});

test('another tab knows what has arrived in the first one, and shows none of it twice (rule 31)', async () => {
  const ids = await sendThree();
  const otherTab = new UserDb(db.userId);
  expect([...(await readKnownIds(otherTab, [...ids, aUser().id]))].toSorted()).toEqual(ids);
});

test('the newest are read first, whether they have been folded in or not', async () => {
  const at = (day: number) =>
    aReferral({ userId: db.userId, createdAt: `2026-03-0${day}T00:00:00.000Z` });
  const [first, second, third, fourth] = [at(1), at(2), at(3), at(4)];
  await db.referrals.bulkPut([second, first]);
  await addArrived(db, [third, at(3), fourth, at(4)]);
  const newest = await readNewestOwn(db, 1);
  expect(newest.map(({ createdAt }) => createdAt)).toEqual([
    second.createdAt,
    fourth.createdAt,
    fourth.createdAt,
  ]);
});

test('a list request names no more pushes than the server reads, the latest ones (rule 31)', async () => {
  for (let at = 0; at < KNOWN_PUSHES_MAX + 2; at += 1) {
    const pushed = { created: [], stored: [], pushes: [String(at)] };
    await showPushed(db, pushed, await readListMark(db));
  }
  await refreshList();
  const named = server.sentTo(LIST).at(-1)?.query.get('known')?.split(',');
  expect(named).toHaveLength(KNOWN_PUSHES_MAX);
  expect(named?.at(-1)).toBe(String(KNOWN_PUSHES_MAX + 1));
});
