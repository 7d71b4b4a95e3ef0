import { KNOWN_PUSHES_MAX, storedAs } from '@sunloop/shared-types/referrals/sync.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForWriters } from '../../test/database.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** One date for all rows: a run has a single date, and two readings of the clock may differ. */
const date = new Date(Date.now() - 60_000).toISOString();

function row(overrides: Record<string, unknown> = {}) {
  const id = uuidv7();
  return { id, name: 'Grace Hopper', email: `${id}@example.com`, phone: null, date, ...overrides };
}

type Row = ReturnType<typeof row>;

async function push({ client }: TestPerson, referrals: readonly unknown[]) {
  return (await client.call(routes.pushReferrals, { body: { referrals, brief: true } })).body;
}

async function pull({ client }: TestPerson, since: string, known: readonly string[] = []) {
  const query = known.length > 0 ? { since, known: known.join() } : { since };
  return (await client.call(routes.pullReferrals, { query })).body;
}

test('a brief answer leaves out what was stored as sent, and the same rows can be made from the rest', async () => {
  const person = await makeCustomer(server);
  const rows = [row(), row({ phone: '555 0100' }), row({ address: '1 Sun Rd' })];
  const { results, runs, added } = await push(person, rows);
  expect(results).toEqual([]);
  expect(runs).toEqual([{ at: 0, count: 3, firstId: rows[0]?.id, lastId: rows[2]?.id }]);
  const stored = (await person.client.call(routes.listReferrals)).body;
  const made = rows.map((each) => storedAs(each, person.user.id, added ?? expect.fail('no added')));
  expect(new Set(stored)).toEqual(new Set(made));
});

test.each<[string, Record<string, unknown>]>([
  ['a name with blanks', { name: '  Grace Hopper ' }],
  ['an email in capitals', { email: `${uuidv7().toUpperCase()}@EXAMPLE.com ` }],
  ['an id in capitals', { id: uuidv7().toUpperCase() }],
  ['a blank phone', { phone: '' }],
  ['a date nobody believes', { date: '1999-01-01T00:00:00.000Z' }],
])('a row stored differently from what was sent comes whole: %s', async (_, overrides) => {
  const person = await makeCustomer(server);
  const [before, after] = [row(), row()];
  const { results, runs } = await push(person, [before, row(overrides), after]);
  expect(runs).toEqual([
    { at: 0, count: 1, firstId: before.id, lastId: before.id },
    { at: 2, count: 1, firstId: after.id, lastId: after.id },
  ]);
  const stored = (await person.client.call(routes.listReferrals)).body;
  expect(results).toHaveLength(1);
  expect(stored).toContainEqual(results[0]?.referral);
});

test('a row sent without a date is answered with the stored one, whether the answer has to say it or not', async () => {
  const person = await makeCustomer(server);
  const undated = row({ date: null });
  const { results, added } = await push(person, [undated]);
  // If it was received in the millisecond it was created, it is as `added` says.
  const told = results[0]?.referral ?? storedAs(undated, person.user.id, added ?? expect.fail());
  expect((await person.client.call(routes.listReferrals)).body).toEqual([told]);
});

test('rows stored before come whole, and an answer with nothing new has no push number', async () => {
  const person = await makeCustomer(server);
  const known = row();
  await push(person, [known]);
  const again = await push(person, [known]);
  expect(again.results).toMatchObject([{ status: 'stored', referral: { id: known.id } }]);
  expect(again).not.toHaveProperty('receipt');
});

/** Asks as the app does now that it can read runs of rows stored before. */
async function pushAgain({ client }: TestPerson, referrals: readonly unknown[]) {
  const body = { referrals, brief: true, briefStored: true };
  return (await client.call(routes.pushReferrals, { body })).body;
}

test('rows stored before come as runs, with their first date', async () => {
  const person = await makeCustomer(server);
  const rows = [row(), row({ phone: '555 0100' }), row()];
  const { receipt } = await push(person, rows);
  const later = rows.map((each) => ({ ...each, date: new Date().toISOString() }));
  const { results, storedRuns, storedReceipts, ...rest } = await pushAgain(person, later);
  expect({ results, storedReceipts, rest }).toEqual({
    results: [],
    storedReceipts: [receipt],
    rest: {},
  });
  const [run = expect.fail('no run'), ...others] = storedRuns ?? [];
  expect(others).toEqual([]);
  expect(run).toMatchObject({ at: 0, count: 3, firstId: rows[0]?.id, lastId: rows[2]?.id });
  const { date: told, ...added } = run.added;
  const made = later.map((each) => storedAs({ ...each, date: told }, person.user.id, added));
  expect(new Set((await person.client.call(routes.listReferrals)).body)).toEqual(new Set(made));
});

test('a row changed since, spelled differently or with another date is in no run with others', async () => {
  const [person, admin] = [await makeCustomer(server), await makeAdmin(server)];
  const [first, changed, dated, spelled] = [
    row(),
    row(),
    row({ date: '2026-01-02T03:04:05.000Z' }),
    row(),
  ];
  await push(person, [first, changed, dated, spelled]);
  const status = { params: { id: changed.id }, body: { status: 'in_progress' } };
  await admin.client.call(routes.changeReferralStatus, status);
  const created = row();
  const again = [first, changed, dated, { ...spelled, name: 'GRACE  HOPPER' }, created];
  const { results, runs, storedRuns, storedReceipts } = await pushAgain(person, again);
  expect(results).toMatchObject([
    { id: spelled.id, status: 'stored', referral: { name: 'Grace Hopper' } },
  ]);
  expect(storedRuns).toMatchObject([
    { at: 0, count: 1, added: { status: 'submitted' } },
    { at: 1, count: 1, added: { status: 'in_progress' } },
    { at: 2, count: 1, added: { date: dated.date } },
  ]);
  expect(runs).toMatchObject([{ at: 4, count: 1 }]);
  // The two writes stored nothing else.
  expect(storedReceipts).toHaveLength(2);
});

test('new rows after a list that was sent again are created with a push number, as before it', async () => {
  const person = await makeCustomer(server);
  const rows = [row(), row()];
  await push(person, rows);
  const { cursor } = await pull(person, '');
  await pushAgain(person, rows);
  const fresh = [row(), row()];
  for (const created of [[fresh[0]], [fresh[1]]]) {
    const { results, runs, receipt = expect.fail('no receipt') } = await push(person, created);
    expect({ results, runs }).toMatchObject({ results: [], runs: [{ at: 0, count: 1 }] });
    const { upserts } = await pull(person, cursor, [receipt]);
    expect(upserts.map(({ id }) => id)).not.toContain(created[0]?.id);
  }
  expect((await person.client.call(routes.listReferrals)).body).toHaveLength(4);
});

test('a write whose rows are not all there gets no push number', async () => {
  const person = await makeCustomer(server);
  const [sent, other] = [row(), row()];
  await push(person, [sent, other]);
  const { storedRuns, storedReceipts } = await pushAgain(person, [sent]);
  expect(storedRuns).toMatchObject([{ at: 0, count: 1 }]);
  expect(storedReceipts).toEqual([]);
});

test('an answer is complete unless a brief one is asked for', async () => {
  const { client } = await makeCustomer(server);
  const { body } = await client.call(routes.pushReferrals, { body: { referrals: [row()] } });
  expect(Object.keys(body)).toEqual(['results']);
  expect(body.results).toMatchObject([{ status: 'created', referral: { status: 'submitted' } }]);
});

/** A device that read its list and then pushed these rows. */
async function pushed(person: TestPerson, rows: readonly Row[]) {
  await waitForWriters(server.database);
  const { cursor } = await pull(person, '');
  const { receipt = expect.fail('no receipt') } = await push(person, rows);
  return { cursor, receipt };
}

test('a pull that names a push brings only what has changed since or came from elsewhere', async () => {
  const [person, admin] = [await makeCustomer(server), await makeAdmin(server)];
  const [kept, changed, deleted] = [row(), row(), row()];
  const { cursor, receipt } = await pushed(person, [kept, changed, deleted]);
  expect((await pull(person, cursor, [receipt])).upserts).toEqual([]);
  const elsewhere = row();
  await push(person, [elsewhere]);
  const status = { params: { id: changed.id }, body: { status: 'in_progress' } };
  await admin.client.call(routes.changeReferralStatus, status);
  await admin.client.call(routes.deleteReferral, { params: { id: deleted.id } });
  const delta = await pull(person, cursor, [receipt]);
  expect(new Set(delta.upserts.map(({ id }) => id))).toEqual(new Set([changed.id, elsewhere.id]));
  expect(delta.deletes).toEqual([deleted.id]);
  expect(await pull(person, cursor)).toMatchObject({ full: false });
  expect((await pull(person, cursor)).upserts).toHaveLength(3);
});

test('a whole list leaves nothing out, whatever is known', async () => {
  const person = await makeCustomer(server);
  const { receipt } = await pushed(person, [row()]);
  expect(await pull(person, '', [receipt])).toMatchObject({ full: true, upserts: [{}] });
});

test.each([
  ['no number', 'abc'],
  ['a list with a gap', '5,,6'],
  ['too many', Array.from({ length: KNOWN_PUSHES_MAX + 1 }, () => '5').join()],
])('push numbers that are %s are refused', async (_, known) => {
  const { client } = await makeCustomer(server);
  const refused = await client.refuse(routes.pullReferrals, { query: { since: '', known } });
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid' } });
});
