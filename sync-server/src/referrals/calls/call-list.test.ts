import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillSearch } from '../../../operate/housekeeping/fill-search.ts';
import { aCall, dayAfter } from '../../test/calls.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
let customer: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
  customer = await makeCustomer(server);
});
beforeEach(async () => {
  await server.sql('delete from referrals where true');
});
afterAll(() => server.close());

async function refer(name: string): Promise<string> {
  const body = { name, email: `${name.toLowerCase()}@friend.example` };
  const { id } = (await customer.client.call(routes.addReferral, { body })).body;
  await fillSearch(server.database.orm);
  return id;
}
const act = (acts: object[], by = admin) =>
  by.client.call(routes.actOnReferrals, { body: { acts } });
const listOf = async (query = {}, by = admin) =>
  (await by.client.call(routes.callList, { query })).body;
const namesOf = async (query = {}, by = admin) =>
  (await listOf(query, by)).calls.map(({ referral }) => referral.name);
const dueOn = (id: string, day: string) =>
  server.sql(
    `insert into leads (referral_id, due_on) values (?, ?)
     on conflict (referral_id) do update set due_on = excluded.due_on`,
    [id, day],
  );

test('Overdue ones come first, the oldest day before the others, then the longest received', async () => {
  const [first, second, third, later] = [
    await refer('First'),
    await refer('Second'),
    await refer('Third'),
    await refer('Later'),
  ];
  await act([{ act: 'status', id: third, status: 'in_progress', expected: 'submitted' }]);
  await dueOn(third, dayAfter(-3));
  await dueOn(second, dayAfter(0));
  await dueOn(later, dayAfter(2));
  expect(await namesOf()).toEqual(['Third', 'Second', 'First']);
  expect(await listOf()).toMatchObject({ total: 3, overdue: 1, isMore: false });
  expect(first).not.toBe('');
});

test('Each is shown with its referrer, its lead and its calls', async () => {
  const id = await refer('Known');
  await act([
    aCall(id, 'no_answer', { calledAt: new Date(Date.now() - 2 * DAY_MS).toISOString() }),
  ]);
  const { calls } = await listOf();
  expect(calls).toMatchObject([
    {
      referral: { id, referrerName: customer.user.username },
      lead: { ownerName: admin.user.username, dueOn: dayAfter(-1) },
      calls: [{ outcome: 'no_answer', username: admin.user.username }],
    },
  ]);
});

test('Whoever was called leaves the list at once, and one set back to submitted is called again', async () => {
  const ids = [await refer('Reached'), await refer('Silent'), await refer('Unwilling')];
  const [reached = '', silent = '', unwilling = ''] = ids;
  await act([
    aCall(reached, 'reached'),
    aCall(silent, 'no_answer'),
    aCall(unwilling, 'not_interested'),
  ]);
  expect(await namesOf()).toEqual([]);
  await act([{ act: 'status', id: unwilling, status: 'submitted', expected: 'contact_made' }]);
  await fillSearch(server.database.orm);
  expect(await namesOf()).toEqual(['Unwilling']);
});

test('A completed one is called by nobody', async () => {
  const id = await refer('Done');
  await dueOn(id, dayAfter(-1));
  await act([{ act: 'status', id, status: 'completed', expected: 'submitted' }]);
  expect(await listOf()).toMatchObject({ total: 0, overdue: 0, calls: [] });
});

test('The list is narrowed to one’s own leads or to nobody’s', async () => {
  const other = await makeAdmin(server);
  const [mine, theirs] = [await refer('Mine'), await refer('Theirs')];
  await refer('Nobodys');
  const take = (id: string, by: TestPerson) =>
    by.client.call(routes.changeLead, { params: { id }, body: { owner: 'me' } });
  await take(mine, admin);
  await take(theirs, other);
  await dueOn(theirs, dayAfter(-1));
  expect(await namesOf({ owner: 'mine' })).toEqual(['Mine']);
  expect(await listOf({ owner: 'mine' }, other)).toMatchObject({ total: 1, overdue: 1 });
  expect(await namesOf({ owner: 'nobody' })).toEqual(['Nobodys']);
  expect(await namesOf()).toEqual(['Theirs', 'Mine', 'Nobodys']);
  const refused = await admin.client.refuse(routes.callList, { query: { owner: 'theirs' } });
  expect(refused.status).toBe(400);
});

test('The start page counts the same calls, and since when the first of them waits', async () => {
  const work = async () => (await admin.client.call(routes.adminStats)).body.work?.calls;
  expect(await work()).toEqual({ count: 0, since: null });
  const [waiting, called, later] = [await refer('A1'), await refer('B2'), await refer('C3')];
  await act([aCall(called, 'reached'), aCall(later, 'call_back')]);
  expect(await work()).toMatchObject({ count: 1 });
  expect(await listOf()).toMatchObject({ total: 1 });
  await dueOn(called, dayAfter(-2));
  expect(await work()).toEqual({ count: 2, since: `${dayAfter(-2)}T00:00:00.000Z` });
  await act([aCall(waiting, 'no_answer'), aCall(called, 'not_interested')]);
  expect(await work()).toEqual({ count: 0, since: null });
});

test('Nobody is called for somebody who was erased', async () => {
  const gone = await makeCustomer(server);
  const body = { name: 'Their Friend', email: 'their-friend@friend.example' };
  const { id } = (await gone.client.call(routes.addReferral, { body })).body;
  await fillSearch(server.database.orm);
  await dueOn(id, dayAfter(-1));
  await refer('Mine');
  await admin.client.call(routes.eraseUser, { params: { id: gone.user.id } });
  expect(await namesOf()).toEqual(['Mine']);
  expect((await admin.client.call(routes.adminStats)).body.work?.calls.count).toBe(1);
});
