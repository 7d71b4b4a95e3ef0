import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillSearch } from '../../operate/housekeeping/fill-search.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../test/people.ts';
import { startTestServer, type TestServer } from '../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

async function refer(fields: Record<string, unknown> = {}, by?: TestPerson): Promise<string> {
  const { client } = by ?? (await makeCustomer(server));
  const body = { name: 'Some Friend', email: `${randomUUID()}@friend.example`, ...fields };
  return (await client.call(routes.addReferral, { body })).body.id;
}
const detailOf = async (id: string) =>
  (await admin.client.call(routes.adminReferral, { params: { id } })).body;
/** Before and after the search table has the newest rows, they are the same. */
async function duplicatesOf(id: string): Promise<string[]> {
  const find = async () =>
    (await detailOf(id)).duplicates.map((referral) => referral.id).toSorted();
  const fresh = await find();
  await fillSearch(server.database.orm);
  expect(await find()).toEqual(fresh);
  return fresh;
}

test('A new referral has no events and no duplicates', async () => {
  const person = await makeCustomer(server);
  const id = await refer({}, person);
  const { referral, events, duplicates } = await detailOf(id);
  expect(referral).toMatchObject({ id, referrerEmail: person.user.email, status: 'submitted' });
  expect([events, duplicates]).toEqual([[], []]);
});

test('Events say who did what, oldest first, and nothing about other referrals', async () => {
  const [id, bystander] = [await refer(), await refer()];
  const other = await makeAdmin(server);
  const set = (by: TestPerson, target: string, status: string) =>
    by.client.call(routes.changeReferralStatus, { params: { id: target }, body: { status } });
  await set(admin, id, 'contact_made');
  await set(admin, bystander, 'completed');
  await set(other, id, 'completed');
  const { events } = await detailOf(id);
  const common = { id: expect.any(String), createdAt: expect.any(String) };
  expect(events).toEqual([
    {
      ...common,
      action: 'referral.status',
      details: 'submitted → contact_made',
      changes: [{ field: 'status', from: 'submitted', to: 'contact_made' }],
      username: admin.user.username,
    },
    {
      ...common,
      action: 'referral.status',
      details: 'contact_made → completed',
      changes: [{ field: 'status', from: 'contact_made', to: 'completed' }],
      username: other.user.username,
    },
  ]);
});

test('The same email at another referrer is a possible duplicate, in any case', async () => {
  const email = `${randomUUID()}@friend.example`;
  const first = await refer({ email });
  const second = await refer({ email: email.toUpperCase() });
  expect(await duplicatesOf(first)).toEqual([second]);
  expect(await duplicatesOf(second)).toEqual([first]);
});

test('So is the same phone, with or without a country code', async () => {
  const digits = `520${String(Date.now()).slice(-7)}`;
  const first = await refer({ phone: `+1 (${digits.slice(0, 3)}) ${digits.slice(3)}` });
  const second = await refer({ phone: digits });
  const third = await refer({ phone: `521${digits.slice(3)}` });
  expect(await duplicatesOf(first)).toEqual([second]);
  expect(await duplicatesOf(third)).toEqual([]);
});

test('Whatever stands between the digits of a phone makes no difference', async () => {
  const digits = `520${String(Date.now() + 1).slice(-7)}`;
  const first = await refer({ phone: digits });
  const spelled = [
    `cell: +1${digits}`,
    [...digits].join("'"),
    `(${digits}) ext. ５`,
    `${digits}\\`,
  ];
  const others = [];
  for (const phone of spelled) others.push(await refer({ phone }));
  expect(await duplicatesOf(first)).toEqual(others.toSorted());
});

test('Both at once are one duplicate, and rows of the same referrer are none', async () => {
  const fields = { email: `${randomUUID()}@friend.example`, phone: '+1 520 555 7788' };
  const person = await makeCustomer(server);
  const id = await refer(fields, person);
  await refer({ phone: fields.phone }, person);
  const other = await refer(fields);
  expect(await duplicatesOf(id)).toEqual([other]);
});

test.each(['ask', '12-345', null])(
  'A phone that is too short is no duplicate: %s',
  async (phone) => {
    const [first, second] = [await refer({ phone }), await refer({ phone })];
    expect([await duplicatesOf(first), await duplicatesOf(second)]).toEqual([[], []]);
  },
);

test('The email of a person whose name is older than the rule for names counts, too', async () => {
  const email = `${randomUUID()}@friend.example`;
  const [old, id] = [await refer({ email }), await refer({ email })];
  await server.sql(`update referrals set name = E'Two\\nLines' where id = ?`, [old]);
  expect(await duplicatesOf(id)).toEqual([old]);
});

test('A phone of several lines is one, too, and what was erased is no duplicate any more', async () => {
  const email = `${randomUUID()}@friend.example`;
  const [digits, two] = [String(Date.now() + 2).slice(-10), await makeCustomer(server)];
  const phone = `${digits.slice(0, 4)}\n${digits.slice(4)}`;
  const [byEmail, byPhone] = [await refer({ email }, two), await refer({ phone }, two)];
  const id = await refer({ email, phone: digits });
  expect(await duplicatesOf(id)).toEqual([byEmail, byPhone].toSorted());
  const erase = `update referrals set email = id || '@erased.example', phone = null where user_id = ?`;
  await server.sql(erase, [two.user.id]);
  expect(await duplicatesOf(id)).toEqual([]);
});

test('It is 404 without such a referral, 403 for its own referrer, 401 without a session', async () => {
  const person = await makeCustomer(server);
  const params = { id: await refer({}, person) };
  const route = routes.adminReferral;
  expect((await admin.client.refuse(route, { params: { id: randomUUID() } })).status).toBe(404);
  expect((await person.client.refuse(route, { params })).status).toBe(403);
  expect((await server.client().refuse(route, { params })).status).toBe(401);
  await admin.client.call(routes.deleteReferral, { params });
  expect((await admin.client.refuse(route, { params })).status).toBe(404);
});
