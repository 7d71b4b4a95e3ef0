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

async function completeAndTakeBack({ client }: TestPerson): Promise<string> {
  const id = uuidv7();
  const body = { id, name: 'Grace, "G"', email: `${id}@example.com` };
  await client.call(routes.addReferral, { body });
  for (const status of ['completed', 'submitted']) {
    const params = { id };
    await admin.client.call(routes.changeReferralStatus, { params, body: { status } });
  }
  return id;
}

test('Payouts are the ledger of all users with their names, newest first', async () => {
  const ada = await makeCustomer(server);
  const zoe = await makeCustomer(server);
  const referralId = await completeAndTakeBack(ada);
  await completeAndTakeBack(zoe);
  const { body } = await admin.client.call(routes.payouts);
  const who = ({ username, email }: { username: string; email: string }) => ({ username, email });
  expect(body.map(who)).toEqual([zoe, zoe, ada, ada].map(({ user }) => who(user)));
  const ledger = (await ada.client.call(routes.rewardHistory)).body;
  expect(body.slice(2)).toMatchObject(ledger.map((line) => ({ ...line, ...who(ada.user) })));
  expect(body[2]).toMatchObject({
    referralId,
    amount: '-$300',
    amountCents: -30_000,
    paidAt: null,
  });
});

test('They come as a spreadsheet file in which no cell runs as a formula', async () => {
  await completeAndTakeBack(await makeCustomer(server, { username: '=cmd|calc' }));
  const response = await admin.client.fetch('/api/admin/payouts?format=csv');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="payouts.csv"');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(bytes.toString()).toContain(`,'=cmd|calc,`);
  expect(bytes.toString()).toContain(`,'-$300,`);
  expect(bytes.toString()).not.toContain(',=');
});

test('Another format is refused', async () => {
  const answer = await admin.client.refuse(routes.payouts, { query: { format: 'pdf' } });
  expect(answer).toMatchObject({ status: 400, body: { fields: { format: expect.any(String) } } });
});

test.each([{}, { format: 'csv' }])('Only admins see it: %j', async (query) => {
  const { client } = await makeCustomer(server);
  const input = { query: query as Record<string, string> };
  expect((await client.refuse(routes.payouts, input)).status).toBe(403);
  expect((await server.client().refuse(routes.payouts, input)).status).toBe(401);
});
