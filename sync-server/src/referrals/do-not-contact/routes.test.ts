import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

let serial = 0;
/** A whole number of the US that no other test has. */
const aPhone = () => `(602) 555-${String(++serial).padStart(4, '0')}`;

function aRow(overrides: Record<string, unknown> = {}) {
  const id = uuidv7();
  return { id, name: 'Ada Lovelace', email: `${id}@example.com`, ...overrides };
}

async function refer(row = aRow({ phone: aPhone() })) {
  const { client } = await makeCustomer(server);
  return (await client.call(routes.addReferral, { body: row })).body;
}

const mark = (id: string, of: 'referral' | 'quote' = 'referral') =>
  admin.client.call(routes.markDoNotContact, { body: { of, id, reason: 'They asked by phone' } });

const REFUSED = {
  status: 409,
  body: { code: 'do_not_contact', error: 'This person asked us not to contact them' },
};

test('A marked person is refused by email and by phone, however they are written, and others are not', async () => {
  const phone = aPhone();
  const known = await refer(aRow({ phone }));
  const marked = await mark(known.id);
  expect(marked).toMatchObject({
    status: 201,
    body: { name: known.name, email: known.email, phone, markedBy: admin.user.username },
  });
  const { client } = await makeCustomer(server);
  const byEmail = aRow({ email: known.email.toUpperCase() });
  const byPhone = aRow({ phone: `cell: +1 ${phone.replaceAll(/\D/g, '')} ext. 3` });
  expect(await client.refuse(routes.addReferral, { body: byEmail })).toMatchObject(REFUSED);
  expect(await client.refuse(routes.addReferral, { body: byPhone })).toMatchObject(REFUSED);
  const other = aRow({ phone: aPhone() });
  // The same last digits are another number.
  const near = aRow({ phone: `(520) ${phone.slice(-8)}` });
  const referrals = [byEmail, other, byPhone, near, aRow()];
  const { body } = await client.call(routes.pushReferrals, { body: { referrals } });
  expect(body.results.map(({ status, code }) => code ?? status)).toEqual([
    'do_not_contact',
    'created',
    'do_not_contact',
    'created',
    'created',
  ]);
});

test('Rows that were there stay, are answered as before, and leave the call list until the mark is lifted', async () => {
  const owner = await makeCustomer(server);
  const row = aRow({ phone: aPhone() });
  await owner.client.call(routes.addReferral, { body: row });
  const calls = async () =>
    (await admin.client.call(routes.adminStats)).body.work?.calls.count ?? 0;
  const before = await calls();
  const { body: entry } = await mark(row.id);
  expect(await calls()).toBe(before - 1);
  const again = await owner.client.call(routes.addReferral, { body: row });
  expect(again.status).toBe(200);
  const detail = await admin.client.call(routes.adminReferral, { params: { id: row.id } });
  expect(detail.body.doNotContact).toMatchObject({ id: entry.id, reason: 'They asked by phone' });
  expect(detail.body.events.map(({ action }) => action)).toEqual(['do_not_contact.mark']);

  await admin.client.call(routes.liftDoNotContact, { params: { id: entry.id } });
  expect(await calls()).toBe(before);
  const { body: log } = await admin.client.call(routes.auditLogs, {
    query: { action: 'do_not_contact.lift' },
  });
  expect(log[0]).toMatchObject({ entityId: entry.id });
  const { client } = await makeCustomer(server);
  const anew = await client.call(routes.addReferral, { body: aRow({ email: row.email }) });
  expect(anew.status).toBe(201);
});

test('However many referred a marked person, nobody calls them', { tags: 'sweep' }, async () => {
  const calls = async () =>
    (await admin.client.call(routes.adminStats)).body.work?.calls.count ?? 0;
  const before = await calls();
  const email = `${uuidv7()}@example.com`;
  const { id } = await refer(aRow({ email }));
  for (let more = 0; more < 100; more += 1) await refer(aRow({ email }));
  await mark(id);
  expect(await calls()).toBe(before);
});

test('A person due to be called is not due any more', async () => {
  const { id } = await refer();
  const act = {
    act: 'call' as const,
    id,
    key: uuidv7(),
    outcome: 'call_back' as const,
    callBackOn: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
    calledAt: new Date().toISOString(),
  };
  await admin.client.call(routes.actOnReferrals, { body: { acts: [act] } });
  const listed = async () =>
    (await admin.client.call(routes.callList)).body.calls.some(
      ({ referral }) => referral.id === id,
    );
  expect(await listed()).toBe(true);
  await mark(id);
  expect(await listed()).toBe(false);
});

test('A quote is the person’s own wish: it is taken with the same answer, lifts nothing, and shows the mark', async () => {
  const known = await refer();
  const { body: entry } = await mark(known.id);
  const owner = await makeCustomer(server);
  const ask = (email: string) =>
    server.client().call(routes.requestQuote, {
      body: { referralCode: owner.user.referralCode, name: 'Vi Visitor', email, phone: aPhone() },
    });
  const [theirs, stranger] = [await ask(known.email), await ask(`${uuidv7()}@example.com`)];
  expect(theirs.status).toBe(stranger.status);
  expect(Object.keys(theirs.body)).toEqual(Object.keys(stranger.body));
  const { body: quotes } = await admin.client.call(routes.quotes);
  const shown = (id: string) => quotes.find((quote) => quote.id === id)?.doNotContactId;
  expect(shown(theirs.body.id)).toBe(entry.id);
  expect(shown(stranger.body.id)).toBeUndefined();
  const { body: own } = await owner.client.call(routes.listReferrals);
  expect(own.map(({ email }) => email)).toContain(known.email);
  const { client } = await makeCustomer(server);
  expect(
    await client.refuse(routes.addReferral, { body: aRow({ email: known.email }) }),
  ).toMatchObject(REFUSED);
});

test('Open quote requests of a marked person are no work', async () => {
  const email = `${uuidv7()}@example.com`;
  const body = { name: 'Vi Visitor', email, phone: aPhone() };
  const { body: quote } = await server.client().call(routes.requestQuote, { body });
  const open = async () =>
    (await admin.client.call(routes.adminStats)).body.work?.quotes.count ?? 0;
  const before = await open();
  await mark(quote.id, 'quote');
  expect(await open()).toBe(before - 1);
});

test('Marking twice is once; nobody and nothing is 404, and a reason is needed', async () => {
  const known = await refer();
  const first = await mark(known.id);
  expect((await mark(known.id)).body.id).toBe(first.body.id);
  const { body: list } = await admin.client.call(routes.doNotContact);
  expect(list.filter(({ email }) => email === known.email)).toHaveLength(1);
  const nobody = { of: 'referral' as const, id: uuidv7(), reason: 'x' };
  expect(await admin.client.refuse(routes.markDoNotContact, { body: nobody })).toMatchObject({
    status: 404,
  });
  const params = { id: uuidv7() };
  expect(await admin.client.refuse(routes.liftDoNotContact, { params })).toMatchObject({
    status: 404,
  });
  expect(
    await admin.client.refuse(routes.markDoNotContact, { body: { ...nobody, reason: ' ' } }),
  ).toMatchObject({ status: 400, body: { fields: { reason: 'Reason is required' } } });
});
