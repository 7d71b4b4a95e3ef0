import {
  PERMISSION_NEEDED,
  PERMISSION_VERSION,
} from '@sunloop/shared-types/referrals/permission.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../test/people.ts';
import { startTestServer, type TestServer } from '../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterEach(() => setMode('ask'));
afterAll(() => server.close());

async function setMode(value: string): Promise<void> {
  const params = { key: 'referrals.permission' };
  await admin.client.call(routes.changeSetting, { params, body: { value } });
}

function aRow(overrides: Record<string, unknown> = {}) {
  const id = uuidv7();
  return { id, name: 'Ada Lovelace', email: `${id}@example.com`, ...overrides };
}

const date = '2026-11-20T10:00:00.000Z';
const given = { permission: PERMISSION_VERSION, date };

async function seenByAdmin(id: string) {
  const { body } = await admin.client.call(routes.adminReferral, { params: { id } });
  const { permission, permissionAt } = body.referral;
  return { permission, permissionAt };
}

test('A permission is stored with the version of its words and the time of the device, by a form and by a push', async () => {
  const { client } = await makeCustomer(server);
  const [form, pushed] = [aRow(given), aRow(given)];
  const added = await client.call(routes.addReferral, { body: form });
  expect(added.body.permission).toBe(PERMISSION_VERSION);
  await client.call(routes.pushReferrals, { body: { referrals: [pushed] } });
  for (const { id } of [form, pushed]) {
    expect(await seenByAdmin(id)).toEqual({ permission: PERMISSION_VERSION, permissionAt: date });
  }
  const { body: own } = await client.call(routes.listReferrals);
  expect(own.map(({ permission }) => permission)).toEqual([1, 1]);
  const { body: exported } = await client.call(routes.exportAccount);
  expect(exported.referrals.map(({ permissionAt }) => permissionAt)).toEqual([date, date]);
});

test('Who was asked and did not agree is told from who was not asked', async () => {
  const { client } = await makeCustomer(server);
  const [asked, older] = [aRow({ permission: 0, date }), aRow({ date })];
  await client.call(routes.pushReferrals, { body: { referrals: [asked, older] } });
  expect(await seenByAdmin(asked.id)).toEqual({ permission: 0, permissionAt: null });
  expect(await seenByAdmin(older.id)).toEqual({ permission: null, permissionAt: null });
});

test('A permission is not content: the same person with and without it is one row', async () => {
  const { client } = await makeCustomer(server);
  const row = aRow({ permission: 0 });
  await client.call(routes.addReferral, { body: row });
  const again = await client.call(routes.addReferral, { body: { ...row, ...given } });
  expect(again.status).toBe(200);
  const brief = { referrals: [{ ...row, ...given }], brief: true, briefStored: true };
  const { body } = await client.call(routes.pushReferrals, { body: brief });
  // Told in full, because the device cannot make the stored row from what it sent.
  expect(body.results).toMatchObject([
    { id: row.id, status: 'stored', referral: { permission: 0 } },
  ]);
});

test('Rows of a brief push come as a run, with the permission they were sent with', async () => {
  const { client } = await makeCustomer(server);
  const body = {
    referrals: [aRow(given), aRow({ permission: 0, date }), aRow({ date })],
    brief: true,
  };
  const answer = await client.call(routes.pushReferrals, { body });
  expect(answer.body).toMatchObject({ results: [], runs: [{ at: 0, count: 3 }] });
});

test('Where it is required, new rows without it are refused in words, one by one and in a push', async () => {
  const { client } = await makeCustomer(server);
  const before = aRow();
  await client.call(routes.addReferral, { body: before });
  await setMode('required');
  const refused = aRow({ permission: 0 });
  expect(await client.refuse(routes.addReferral, { body: refused })).toMatchObject({
    status: 409,
    body: {
      code: 'permission_required',
      error: PERMISSION_NEEDED,
      fields: { permission: PERMISSION_NEEDED },
    },
  });
  const good = aRow(given);
  const referrals = [aRow(), good, refused, before];
  const { body } = await client.call(routes.pushReferrals, { body: { referrals } });
  const outcome = body.results.map(({ status, code }) => code ?? status);
  expect(outcome).toEqual(['permission_required', 'created', 'permission_required', 'stored']);
  expect((await client.call(routes.listReferrals)).body).toHaveLength(2);
});

test('Who asks for a quote agrees by asking', async () => {
  const owner = await makeCustomer(server);
  await setMode('required');
  const body = {
    referralCode: owner.user.referralCode,
    name: 'Vi Visitor',
    email: `${uuidv7()}@visitors.example`,
    phone: '1',
  };
  await server.client().call(routes.requestQuote, { body });
  expect((await owner.client.call(routes.listReferrals)).body).toMatchObject([
    { name: 'Vi Visitor' },
  ]);
});

test('The setting is told to devices and takes only its three words', async () => {
  const { client } = await makeCustomer(server);
  await setMode('off');
  expect((await client.call(routes.currentUser)).body.permission).toBe('off');
  const params = { key: 'referrals.permission' };
  expect(
    await admin.client.refuse(routes.changeSetting, { params, body: { value: 'maybe' } }),
  ).toMatchObject({
    status: 400,
    body: { fields: { value: 'Must be one of off, ask, required' } },
  });
});

test.each([-1, 1.5, 'yes', 10_000])('%j is no version of the words', async (permission) => {
  const { client } = await makeCustomer(server);
  expect(await client.refuse(routes.addReferral, { body: aRow({ permission }) })).toMatchObject({
    status: 400,
    body: { code: 'invalid' },
  });
});
