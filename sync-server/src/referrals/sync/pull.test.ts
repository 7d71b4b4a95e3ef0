import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, waitForWriters } from '../../test/database.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { Puller } from '../../test/puller.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { stopCounting } from '../../test/uncounted.ts';
import { decodeCursor, encodeCursor, type Cursor } from '../../db/query/cursor.ts';
import { pullReferrals } from './pull.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  await stopCounting(server.database.orm);
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

// It waits for the writes of other test files, see `waitForWriters`.
vi.setConfig({ testTimeout: 120_000 });

const { pullReferrals: ownRoute, pullAdminReferrals: allRoute } = routes;
const newEm = () => server.database.orm.em.fork();

/** A pull whose cursor is past everything stored, whatever other tests are writing. */
async function pullSettled(device: Puller) {
  await waitForWriters(server.database);
  return device.pull();
}

async function addReferral({ client }: TestPerson, name = 'Ann Lee') {
  const body = { name, email: `${randomUUID()}@example.com` };
  return (await client.call(routes.addReferral, { body })).body;
}

const INSERT = `insert into referrals (id, user_id, name, email, status)
  values (:id, :user, 'Late Comer', :id || '@example.com', 'submitted')`;

async function changedCursor(person: TestPerson, change: (cursor: Cursor) => Partial<Cursor>) {
  const { cursor } = (await person.client.call(ownRoute, { query: { since: '' } })).body;
  const decoded = decodeCursor(cursor);
  if (!decoded) throw new Error('our own cursor is unreadable');
  return encodeCursor({ ...decoded, ...change(decoded) });
}

test('a first pull gives everything, the next one nothing, then what was added, changed and deleted', async () => {
  const person = await makeCustomer(server);
  const first = await addReferral(person);
  const device = new Puller(person.client, ownRoute);
  expect(await pullSettled(device)).toMatchObject({ full: true, upserts: [first], deletes: [] });
  expect(await pullSettled(device)).toMatchObject({ full: false, upserts: [], deletes: [] });

  const second = await addReferral(person);
  expect(await pullSettled(device)).toMatchObject({ full: false, upserts: [second], deletes: [] });

  const status = { params: { id: first.id }, body: { status: 'in_progress' } };
  await admin.client.call(routes.changeReferralStatus, status);
  const changed = await pullSettled(device);
  expect(changed.upserts).toMatchObject([{ id: first.id, status: 'in_progress' }]);

  await admin.client.call(routes.deleteReferral, { params: { id: second.id } });
  expect(await pullSettled(device)).toMatchObject({
    full: false,
    upserts: [],
    deletes: [second.id],
  });
  expect(device.rows()).toEqual(changed.upserts);
});

test('everything comes newest first, as in the list’s pages, with its cursor before the rows', async () => {
  const person = await makeCustomer(server);
  for (let count = 0; count < 3; count += 1) await addReferral(person);
  const em = newEm();
  for (let count = 0; count < 3; count += 1)
    await em.execute(INSERT, { id: randomUUID(), user: person.user.id });
  // Rows with the same time, so that only the id decides which is newer, and not in the order of their ids.
  await em.execute(
    `update referrals set created_at = '2026-01-01' where user_id = ? and name = 'Late Comer'`,
    [person.user.id],
  );
  const answer = await admin.client.fetch(`${allRoute.path}?since=`);
  const text = await answer.text();
  expect(text).toMatch(/^{"cursor":"[^"]+","full":true,"upserts":\[{/);
  const { upserts } = JSON.parse(text) as { upserts: { id: string }[] };
  const paged = (await admin.client.call(routes.adminReferrals)).body;
  const isOwn = ({ userId }: { userId: string }) => userId === person.user.id;
  expect(upserts.map(({ id }) => id)).toEqual(paged.map(({ id }) => id));
  expect(paged.filter(isOwn)).toHaveLength(6);
});

test('no other customer sees a customer’s changes, and an admin sees all of them', async () => {
  const [person, other] = [await makeCustomer(server), await makeCustomer(server)];
  const device = new Puller(other.client, ownRoute);
  const desk = new Puller(admin.client, allRoute);
  await Promise.all([pullSettled(device), pullSettled(desk)]);
  const referral = await addReferral(person);
  const { username: referrerName, email: referrerEmail } = person.user;
  expect(await pullSettled(device)).toMatchObject({ upserts: [], deletes: [] });
  expect((await pullSettled(desk)).upserts).toEqual([
    { ...referral, permissionAt: null, share: null, referrerName, referrerEmail },
  ]);
  await admin.client.call(routes.deleteReferral, { params: { id: referral.id } });
  expect(await pullSettled(device)).toMatchObject({ upserts: [], deletes: [] });
  expect((await pullSettled(desk)).deletes).toEqual([referral.id]);
});

test('renaming a referrer changes the admin’s rows and not the customer’s own', async () => {
  const person = await makeCustomer(server);
  const referral = await addReferral(person);
  const device = new Puller(person.client, ownRoute);
  const desk = new Puller(admin.client, allRoute);
  await Promise.all([pullSettled(device), pullSettled(desk)]);
  const username = `renamed ${randomUUID()}`;
  await newEm().execute('update users set username = ? where id = ?', [username, person.user.id]);
  expect((await pullSettled(desk)).upserts).toMatchObject([
    { id: referral.id, referrerName: username },
  ]);
  expect((await pullSettled(device)).upserts).toEqual([]);
});

test('a transaction that began earlier and commits later is not skipped', async () => {
  const person = await makeCustomer(server);
  const device = new Puller(person.client, ownRoute);
  const desk = new Puller(admin.client, allRoute);
  await Promise.all([device.pull(), desk.pull()]);
  const early = newEm();
  const id = randomUUID();
  await early.begin();
  await early.execute(INSERT, { id, user: person.user.id });
  const { id: quick } = await addReferral(person);
  await device.pull();
  await desk.pull();
  expect(device.rows().map((row) => row.id)).toEqual([quick]);
  expect(desk.rows().some((row) => row.id === id)).toBe(false);
  await early.commit();
  await device.pull();
  await desk.pull();
  expect(new Set(device.rows().map((row) => row.id))).toEqual(new Set([id, quick]));
  expect(desk.rows().some((row) => row.id === id)).toBe(true);
});

test('a deletion that began earlier and commits later is not skipped', async () => {
  const person = await makeCustomer(server);
  const { id } = await addReferral(person);
  const device = new Puller(person.client, ownRoute);
  await device.pull();
  const early = newEm();
  await early.begin();
  await early.execute('delete from referrals where id = ?', [id]);
  await addReferral(await makeCustomer(server));
  expect((await device.pull()).deletes).toEqual([]);
  await early.commit();
  expect((await device.pull()).deletes).toEqual([id]);
});

test.each<[string, string]>([
  ['garbage', 'garbage'],
  ['binary', '%00\u{1F600}'],
  ['another version', Buffer.from(`1.${'0'.repeat(32)}.5.5`).toString('base64url')],
  ['a huge number', Buffer.from(`2.${'0'.repeat(12)}.x.${'9'.repeat(40)}.5`).toString('base64url')],
  ['very long', 'A'.repeat(8000)],
])('an unknown cursor (%s) gives everything', async (_, since) => {
  const person = await makeCustomer(server);
  const referral = await addReferral(person);
  const { body } = await person.client.call(ownRoute, { query: { since } });
  expect(body).toMatchObject({ full: true, upserts: [referral], deletes: [] });
});

test.each<[string, (cursor: Cursor) => Partial<Cursor>]>([
  ['of another epoch', () => ({ epoch: 'f'.repeat(12) })],
  ['of the future', ({ xmin }) => ({ xmin: String(BigInt(xmin) + 100_000n) })],
])('a cursor %s gives everything', async (_, change) => {
  const person = await makeCustomer(server);
  const referral = await addReferral(person);
  const since = await changedCursor(person, change);
  const { body } = await person.client.call(ownRoute, { query: { since } });
  expect(body).toMatchObject({ full: true, upserts: [referral] });
});

test('a cursor of another user, of the other list or of another database gives everything', async () => {
  const [person, other] = [await makeCustomer(server), await makeCustomer(server)];
  const { cursor } = (await other.client.call(ownRoute, { query: { since: '' } })).body;
  expect((await person.client.call(ownRoute, { query: { since: cursor } })).body.full).toBe(true);
  const all = (await admin.client.call(allRoute, { query: { since: '' } })).body;
  const own = await admin.client.call(ownRoute, { query: { since: all.cursor } });
  expect(own.body.full).toBe(true);

  // Made from the same template in the same cluster, so as similar as two databases can be.
  const copy = await createTestDatabase();
  const elsewhere = await pullReferrals(copy.orm.em.fork(), other.user.id, { since: cursor });
  await copy.drop();
  expect(JSON.parse(elsewhere.text)).toMatchObject({ full: true });
});

test('since together with any other parameter, or twice, is 400', async () => {
  const { client } = await makeCustomer(server);
  const refused = await client.refuse(ownRoute, { query: { since: '', limit: '5' } });
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid' } });
  expect((await client.fetch('/api/referrals?since=&since=')).status).toBe(400);
  const desk = await admin.client.refuse(allRoute, { query: { since: '', q: 'ann' } });
  expect(desk.status).toBe(400);
});

test('a pull carries no tag', async () => {
  const { client } = await makeCustomer(server);
  const { headers } = await client.call(ownRoute, { query: { since: '' } });
  expect(headers.get('etag')).toBeNull();
});
