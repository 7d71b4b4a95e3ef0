import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillSearch } from '../../../operate/housekeeping/fill-search.ts';
import { makeAdmin, makeCustomer, refer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

const findStats = async () => (await admin.client.call(routes.adminStats)).body;
const setStatus = (id: string, status: string) =>
  admin.client.call(routes.changeReferralStatus, { params: { id }, body: { status } });
const newestLine = async () => (await admin.client.call(routes.payouts)).body[0];
const markPaid = async () => {
  const body = { ids: [(await newestLine())?.id], isPaid: 'true' };
  await admin.client.call(routes.markPayouts, { body });
};
const earn = async (person: TestPerson, count: number) => {
  const ids = await refer(person, count);
  for (const id of ids) await setStatus(id, 'completed');
  return ids;
};

test('What customers earned is the sum of what was paid and what is owed, and months say the same', async () => {
  await earn(await makeCustomer(server), 3);
  await markPaid();
  const stats = await findStats();
  expect(stats).toMatchObject({
    totalReferralsPaidOut: 1000,
    totalPaid: 400,
    totalOwed: 600,
    totalOverpaid: 0,
    work: { payouts: { count: 1 } },
  });
  const months = (await admin.client.call(routes.payoutMonths)).body;
  expect(months.map(({ amountCents, paidCents }) => [amountCents, paidCents])).toEqual([
    [100_000, 40_000],
  ]);
});

test('A paid reward that was taken back is overpaid, and makes nobody else’s debt smaller', async () => {
  const before = await findStats();
  const [id] = await earn(await makeCustomer(server), 1);
  await markPaid();
  await setStatus(id ?? '', 'submitted');
  const after = await findStats();
  expect(after.totalOwed).toBe(before.totalOwed);
  expect(after.totalOverpaid).toBe(300);
  expect(after.work?.payouts).toEqual(before.work?.payouts);
});

test('The work says how much of it waits, and since when', async () => {
  const before = (await findStats()).work;
  const email = `${randomUUID()}@friend.example`;
  for (const name of ['First Friend', 'Second Friend']) {
    const { client } = await makeCustomer(server);
    await client.call(routes.addReferral, { body: { name, email } });
  }
  const quote = {
    name: 'Quentin Asks',
    email: `${randomUUID()}@q.example`,
    phone: '+1 520 555 0100',
  };
  await server.client().call(routes.requestQuote, { body: quote });
  await fillSearch(server.database.orm);
  const work = (await findStats()).work;
  const since = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(work).toEqual({
    calls: { count: (before?.calls.count ?? 0) + 2, since },
    quotes: { count: 1, since },
    payouts: { count: 1, since },
    duplicates: { count: 1, since, isMore: false },
    devices: { count: 0, since: null },
    notMine: { count: 0, since: null, id: null },
  });
});
