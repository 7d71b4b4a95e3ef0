import { deviceReportRoutes } from '@sunloop/shared-types/referrals/device-reports.ts';
import { TAKEN_LIST_ROWS, type TakenReferral } from '@sunloop/shared-types/referrals/on-behalf.ts';
import { hasSameContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import { beforeEach, expect, test } from 'vitest';
import { getOwnReferral } from '../../data/own-referrals.ts';
import { noteSyncState } from '../../data/sync-state.ts';
import { OUTBOX_KINDS } from '../../data/outbox-kinds.ts';
import type { UserDb } from '../../data/user-db.ts';
import { parseCsv } from '../../lib/parse-csv.ts';
import { aNewReferral, aReferral, aUser } from '../../test/builders.ts';
import { ackKill, answerWith, jsonAnswer, refusal } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import { FakeTaken, TAKEN } from '../../test/fake-taken.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { countToHandOver } from '../courier/hand-over.ts';
import { editUnsent } from '../outbox/change-row.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { readUnsentFile, type UnsentFile } from '../outbox/read-unsent-file.ts';
import { restoreFile } from '../outbox/restore-file.ts';
import { tellOffice } from '../outbox/tell-office.ts';
import { exportWaiting } from '../outbox/unsent-file.ts';
import { readTaken } from '../read/taken-list.ts';
import { refresh, refreshStale } from '../read/refresh.ts';
import { syncOnce } from '../send/sync-once.ts';
import { waitingRows } from '../../test/waiting-rows.ts';

const LONG_MS = 10 * 60_000;
const PUSH = '/api/sync/push';
const customer = aUser({ referralCode: 'CUSTMR01', username: 'Cora Customer' });
let server: FakeServer;
let taken: FakeTaken;
let db: UserDb;
let clock: Awaited<ReturnType<typeof aSignedInDevice>>['clock'];
let deps: typeof clock.deps;

beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice());
  ({ deps } = clock);
  taken = new FakeTaken(server, [customer]);
});

const take = (fields: Parameters<typeof aNewReferral>[0] = {}) =>
  enqueue(db, [aNewReferral({ name: 'Ada', for: 'CUSTMR01', ...fields })]);
const sync = async () => {
  clock.advance(LONG_MS);
  await syncOnce(db, deps);
};
/** One as the server lists it. */
const aTakenReferral = (name: string): TakenReferral => {
  return { ...aReferral({ name }), for: 'CUSTMR01', customer: 'Cora Customer' };
};
const refreshList = () => refresh(db, 'taken', deps);
const namesTaken = async () => (await readTaken(db)).rows.map(({ name }) => name);
const namesThere = () => [...server.rows.values()].map(({ name }) => name);
const pushedTo = (path: string) => server.sentTo(path).filter(({ method }) => method === 'POST');

test('what was taken goes to a call of its own and belongs to the customer (rule 42)', async () => {
  await enqueue(db, [aNewReferral({ name: 'Own' })]);
  await take();
  await enqueue(db, [aNewReferral({ name: 'Own, too' })]);
  expect((await db.outbox.toArray()).map(({ v }) => v)).toEqual([1, OUTBOX_KINDS.onBehalf.v, 1]);
  await sync();
  expect(await db.outbox.count()).toBe(0);
  const sent = pushedTo(PUSH).flatMap(({ body }) => (body as { referrals: object[] }).referrals);
  expect(sent).toMatchObject([{ name: 'Own' }, { name: 'Own, too' }]);
  const [row] = [...server.rows.values()].filter(({ name }) => name === 'Ada');
  expect(row?.userId).toBe(customer.id);
  expect(await getOwnReferral(db, row?.id ?? '')).toBeUndefined();
});

test('is in the list at once, with the customer’s name, and once the list was fetched only once (rule 42)', async () => {
  await take();
  await sync();
  expect((await readTaken(db)).rows).toMatchObject([
    { name: 'Ada', customer: 'Cora Customer', status: 'submitted' },
  ]);
  await refreshList();
  expect(await readTaken(db)).toMatchObject({ total: 1, rows: [{ name: 'Ada' }] });
  await take({ name: 'Bob' });
  await sync();
  expect(await namesTaken()).toEqual(['Bob', 'Ada']);
  await refreshList();
  expect(await namesTaken()).toEqual(['Bob', 'Ada']);
});

test('is stored once when answers are lost (rules 5, 42)', async () => {
  await take();
  server.script(TAKEN, ackKill, ackKill, ackKill);
  for (let tries = 0; tries < 4; tries += 1) await sync();
  expect(pushedTo(TAKEN)).toHaveLength(4);
  expect(namesThere()).toEqual(['Ada']);
  expect(await db.outbox.count()).toBe(0);
  expect(await namesTaken()).toEqual(['Ada']);
});

test('and counted once, although the list shows it before its answer comes (rules 5, 42)', async () => {
  await take();
  server.script(TAKEN, ackKill);
  await syncOnce(db, deps);
  await refreshList();
  expect([await db.outbox.count(), (await readTaken(db)).total]).toEqual([1, 1]);
  await sync();
  expect(await db.outbox.count()).toBe(0);
  expect(await readTaken(db)).toMatchObject({ total: 1, rows: [{ name: 'Ada' }] });
  expect(await namesTaken()).toHaveLength(1);
});

test('a refused one is kept with its reason and sent again for another customer (rules 9, 42)', async () => {
  await take({ for: 'NOBODY00' });
  await sync();
  const [refused] = await db.rejected.toArray();
  expect(refused).toMatchObject({ code: 'no_such_customer', row: { for: 'NOBODY00' } });
  expect((await db.log.toArray()).map(({ event, reason }) => [event, reason])).toContainEqual([
    'refused',
    'no_such_customer',
  ]);
  const row = refused?.row;
  if (!row) throw new Error('nothing was refused');
  const edited = { name: row.name, email: row.email, phone: '5', for: 'CUSTMR01' };
  expect(await editUnsent(db, row, edited)).toEqual({ kind: 'saved' });
  const [entry] = await db.outbox.toArray();
  expect(entry).toMatchObject({ v: OUTBOX_KINDS.onBehalf.v, rows: [{ for: 'CUSTMR01' }] });
  expect(entry?.rows[0]?.id).not.toBe(row.id);
  await sync();
  expect([...server.rows.values()].map(({ userId }) => userId)).toEqual([customer.id]);
});

test('one that is changed keeps its customer, waiting and refused (rules 20, 42)', async () => {
  await take();
  const [waiting] = (await db.outbox.toArray())[0]?.rows ?? [];
  if (!waiting) throw new Error('nothing waits');
  const content = { email: 'nowhere', phone: '5' };
  await editUnsent(db, waiting, { ...content, name: 'Ada Byron' });
  await sync();
  const [refused] = await db.rejected.toArray();
  expect(refused).toMatchObject({ code: 'invalid', row: { id: waiting.id, for: 'CUSTMR01' } });
  if (!refused?.row) throw new Error('nothing was refused');
  await editUnsent(db, refused.row, { ...content, name: 'Ada', email: 'ada@example.com' });
  await sync();
  expect([...server.rows.values()]).toMatchObject([{ name: 'Ada', userId: customer.id }]);
  expect(pushedTo(PUSH)).toEqual([]);
});

test('another customer chosen in another tab is not overwritten unseen (rule 32)', async () => {
  await take();
  const [shown] = (await db.outbox.toArray())[0]?.rows ?? [];
  if (!shown) throw new Error('nothing waits');
  const edited = { name: 'Ada', email: shown.email, phone: '555 0100' };
  await editUnsent(db, shown, { ...edited, for: 'ANOTHER0' });
  expect(await editUnsent(db, shown, { ...edited, name: 'Eve' })).toMatchObject({
    kind: 'changed',
    now: { for: 'ANOTHER0' },
  });
});

test('what the server has lost is sent again once its list was asked for (rules 38, 42)', async () => {
  await take({ name: 'Kept' });
  await sync();
  await refreshList();
  const backup = server.backUp();
  await take({ name: 'Lost' });
  await sync();
  server.putBack(backup);
  taken.forgetLost();
  await refreshList();
  const [entry] = await db.outbox.toArray();
  expect(entry).toMatchObject({
    v: OUTBOX_KINDS.onBehalf.v,
    rows: [{ name: 'Lost', for: 'CUSTMR01' }],
  });
  await sync();
  expect(namesThere()).toEqual(['Kept', 'Lost']);
  expect((await namesTaken()).toSorted()).toEqual(['Kept', 'Lost']);
});

test('it is, too, if what was taken since is the first that the server answers (rules 38, 42)', async () => {
  const backup = server.backUp();
  await take({ name: 'Lost' });
  await sync();
  server.putBack(backup);
  taken.forgetLost();
  await take({ name: 'New' });
  await sync();
  await refreshList();
  await sync();
  expect(namesThere().toSorted()).toEqual(['Lost', 'New']);
});

test('it is without the list being looked at, and although asking for it fails at first (rules 38, 42)', async () => {
  const backup = server.backUp();
  await take({ name: 'Lost' });
  await sync();
  await refreshList();
  server.putBack(backup);
  taken.forgetLost();
  clock.advance(LONG_MS);
  server.script(TAKEN, ...Array.from({ length: 4 }, () => () => refusal(500, 'internal')));
  await refreshStale(db, deps);
  expect(namesThere()).toEqual([]);
  clock.advance(LONG_MS);
  await refreshStale(db, deps);
  await sync();
  expect(namesThere()).toEqual(['Lost']);
});

test('a list that has not changed is told in a word, and what was lost since its tag is found (rules 38, 42)', async () => {
  await take({ name: 'Kept' });
  await sync();
  await refreshList();
  const tags = () =>
    server
      .sentTo(TAKEN)
      .flatMap(({ method, headers }) =>
        method === 'GET' ? [headers.get('If-None-Match') !== null] : [],
      );
  await refreshList();
  expect(tags().slice(-1)).toEqual([true]);
  expect(await namesTaken()).toEqual(['Kept']);
  const backup = server.backUp();
  await take({ name: 'Lost' });
  await sync();
  server.putBack(backup);
  taken.forgetLost();
  await refreshList();
  await sync();
  expect(namesThere()).toEqual(['Kept', 'Lost']);
});

test('what no longer fits into a list of the newest was not lost (rule 42)', async () => {
  const rows = Array.from({ length: TAKEN_LIST_ROWS }, (_, at) => aTakenReferral(`Listed ${at}`));
  const [newest, oldest] = [aTakenReferral('Lost'), aTakenReferral('Older')];
  const kept = { total: rows.length + 2, completed: 0, rows: [newest, ...rows, oldest] };
  await db.resources.put({ path: TAKEN, data: kept, etag: null, fetchedAt: 1 });
  const list = { total: rows.length, completed: 0, rows, deletes: [] };
  server.script(
    TAKEN,
    answerWith(() => jsonAnswer(list)),
  );
  await refreshList();
  const waiting = await waitingRows(db);
  expect(waiting).toMatchObject([{ name: 'Lost', for: newest.for }]);
});

test('what was deleted before the server was started again is not sent again (rules 38, 42)', async () => {
  await take();
  await sync();
  await refreshList();
  server.changeByAdmin([...server.rows.keys()][0] ?? '', null);
  server.startAgain();
  await refreshList();
  expect(await namesTaken()).toEqual([]);
  expect(await db.outbox.count()).toBe(0);
});

test('what was taken for a customer who was erased since leaves the list without a word (rules 38, 42)', async () => {
  await take();
  await sync();
  await refreshList();
  taken.erase(customer);
  await refreshList();
  await sync();
  expect(await namesTaken()).toEqual([]);
  expect([await db.outbox.count(), await db.rejected.count()]).toEqual([0, 0]);
});

test('what the server has lost together with its customer is kept for its person (rules 9, 38, 42)', async () => {
  await take();
  await sync();
  await refreshList();
  server.rows.clear();
  taken.forgetLost();
  taken.customers.length = 0;
  await refreshList();
  await sync();
  expect(await db.rejected.toArray()).toMatchObject([{ code: 'no_such_customer' }]);
});

test('what an admin deleted leaves the list, and nothing is sent again (rule 42)', async () => {
  await take();
  await sync();
  await refreshList();
  server.changeByAdmin([...server.rows.keys()][0] ?? '', null);
  await refreshList();
  expect(await namesTaken()).toEqual([]);
  expect(await db.outbox.count()).toBe(0);
});

test('one that the list shows is not refused any longer (rules 9, 42)', async () => {
  const twin = aReferral({ userId: customer.id });
  server.rows.set(twin.id, twin);
  await take({ email: twin.email });
  await sync();
  const [refused] = await db.rejected.toArray();
  expect(refused?.code).toBe('duplicate_referral');
  // The first request, which was given up, arrives once the other is gone.
  server.changeByAdmin(twin.id, null);
  const { id, name, email, phone = null } = refused?.row ?? {};
  const late = aReferral({
    id: id ?? '',
    name: name ?? '',
    email: email ?? '',
    phone,
    userId: customer.id,
  });
  server.rows.set(late.id, late);
  taken.by.set(late.id, db.userId);
  await refreshList();
  expect(await db.rejected.count()).toBe(0);
  expect((await readTaken(db)).rows.some((row) => hasSameContent(row, late))).toBe(true);
});

test.each([
  ['of other rows', () => jsonAnswer({ results: [{ id: aReferral().id, status: 'created' }] })],
  ['of fewer rows', () => jsonAnswer({ results: [] })],
  ['of the calls for one’s own', () => refusal(403, 'forbidden')],
])('an answer %s says nothing about them (rule 3)', async (_, answer) => {
  await take();
  server.script(TAKEN, answerWith(answer));
  await sync();
  expect(await db.outbox.count()).toBe(1);
  expect(await db.rejected.count()).toBe(0);
});

test('many go a hundred at a time (rule 42)', async () => {
  const rows = Array.from({ length: 130 }, () => aNewReferral({ for: 'CUSTMR01' }));
  await enqueue(db, rows);
  await sync();
  const sizes = pushedTo(TAKEN).map(({ body }) => (body as { rows: object[] }).rows.length);
  expect(sizes).toEqual([100, 30]);
  expect(server.rows.size).toBe(130);
});

test('what was refused, mended and sent since does not come back from a file (rules 40, 42)', async () => {
  await take({ for: 'NOBODY01' });
  await sync();
  const file = readUnsentFile(parseCsv(await exportWaiting(db))) as UnsentFile;
  const { row } = (await db.rejected.toArray())[0]!;
  await editUnsent(db, row!, { name: 'Ada', email: row!.email, for: 'CUSTMR01' });
  await sync();
  expect(await namesTaken()).toEqual(['Ada']);
  await db.log.clear();
  expect(await restoreFile(db, file)).toMatchObject({ refused: 0, alreadyThere: 1 });
});

/** A saved file, with one of its cells changed in each line. */
const fileWith = async (heading: string, change: (text: string) => string) => {
  const [head, ...lines] = parseCsv(await exportWaiting(db));
  const at = head?.cells.indexOf(heading) ?? -1;
  const changed = lines.map(({ line, cells }) => {
    return { line, cells: cells.with(at, change(cells[at] ?? '')) };
  });
  return [head!, ...changed];
};

test('a line of a saved file that no longer says for whom it was taken is not read as one’s own (rules 40, 42)', async () => {
  await take();
  await take({ for: 'NOBODY01' });
  await syncOnce(db, deps);
  await enqueue(db, [aNewReferral({ name: 'Own' })]);
  await take();
  for (const heading of ['on behalf of', 'record']) {
    const file = readUnsentFile(await fileWith(heading, () => ''));
    expect(file).toMatchObject({ kind: 'damaged', readable: heading === 'record' ? 0 : 1 });
  }
  const bare = await fileWith('record', () => '');
  const at = bare[0]!.cells.indexOf('on behalf of');
  for (const { cells } of bare.slice(1)) cells[at] = '';
  expect(readUnsentFile(bare)).toMatchObject({ kind: 'damaged', readable: 0 });
  const other = await fileWith('on behalf of', (code) => code.replace('CUSTMR01', 'OTHER001'));
  expect(readUnsentFile(other)).toMatchObject({ kind: 'damaged', readable: 2 });
});

test('nor is one of a file that was saved before it had a cell for that (rules 40, 42)', async () => {
  const id = aReferral().id;
  const fileOf = (reason: string, record: string) =>
    readUnsentFile(
      parseCsv(
        `name,email,phone,address,permission,date,state,reason,owner,id,number,record,account\r\nAda,ada@example.com,,,,,waiting,${reason},${db.userId},${id},1 of 1,${record},\r\n`,
      ),
    );
  const record = '"{""for"":""CUSTMR01""}"';
  expect(fileOf('on behalf of CUSTMR01', record)).toMatchObject({ rows: [{ for: 'CUSTMR01' }] });
  expect(fileOf('', '')).toMatchObject({ rows: [{ name: 'Ada' }] });
  expect(fileOf('on behalf of CUSTMR01', '')).toMatchObject({ kind: 'damaged' });
  expect(fileOf('', record)).toMatchObject({ kind: 'damaged' });
});

test('a saved file brings it back for its customer, waiting and refused (rules 40, 42)', async () => {
  await take({ name: 'Refused', for: 'NOBODY01' });
  await sync();
  await enqueue(db, [aNewReferral({ name: 'Own' })]);
  await take();
  const held = async () => [
    (await db.outbox.toArray()).map(({ v, rows }) => ({ v, rows })),
    await db.rejected.toArray(),
  ];
  const before = await held();
  const file = readUnsentFile(parseCsv(await exportWaiting(db))) as UnsentFile;
  await Promise.all([db.outbox.clear(), db.rejected.clear()]);
  await restoreFile(db, file);
  expect(await held()).toEqual(before);
  expect(before).toMatchObject([
    [{ v: 1 }, { v: OUTBOX_KINDS.onBehalf.v, rows: [{ for: 'CUSTMR01' }] }],
    [{ row: { for: 'NOBODY01' } }],
  ]);
});

test('what was taken and sent is in the file, too, while the server does not know the session (rules 38, 42)', async () => {
  await take();
  await sync();
  await refreshList();
  const fileOf = async () => readUnsentFile(parseCsv(await exportWaiting(db)));
  expect(await fileOf()).toMatchObject({ kind: 'damaged', total: 0 });
  await noteSyncState(db, { blocked: 'sign-in' });
  const file = await fileOf();
  expect(file).toMatchObject({ kind: 'whole', rows: [{ name: 'Ada', for: 'CUSTMR01' }] });
  // The list says that it is here; on a device without it, it is sent again.
  expect(await restoreFile(db, file as UnsentFile)).toMatchObject({ queued: 0 });
  await db.resources.clear();
  expect(await restoreFile(db, file as UnsentFile)).toMatchObject({ queued: 1 });
});

test('it is not handed over to a colleague (rules 41, 42)', async () => {
  await take();
  expect(await countToHandOver(db)).toBe(0);
});

test('the office is told that it waits (rules 39, 42)', async () => {
  await take();
  const [row] = await waitingRows(db);
  await tellOffice(db, deps);
  const told = server.sentTo(deviceReportRoutes.reportDevice.path).map(({ body }) => body);
  expect(told).toMatchObject([{ waiting: 1, rows: [{ id: row?.id }] }]);
});
