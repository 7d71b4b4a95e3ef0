import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

/** A database of its own for each test, because it lists what everybody sent again. */
let server: TestServer;
let admin: TestPerson;
beforeEach(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterEach(() => server.close());

const newRows = (count: number) =>
  Array.from({ length: count }, () => {
    const id = uuidv7();
    return { id, name: 'Ann Lee', email: `${id}@example.com` };
  });
const sendAgain = async ({ client }: TestPerson, referrals: ReturnType<typeof newRows>) =>
  (await client.call(routes.pushReferrals, { body: { referrals, isAgain: true } })).body.results;
const told = async () => (await admin.client.call(routes.lostReferrals)).body;

test('the desk says how many rows of how many devices were lost and are back, and whose', async () => {
  const [ann, bob] = [await makeCustomer(server), await makeCustomer(server)];
  const annsRows = newRows(3);
  await sendAgain(ann, annsRows);
  await sendAgain(ann, annsRows);
  await sendAgain(bob, newRows(2));
  const people = [
    { userId: ann.user.id, username: ann.user.username, count: 3 },
    { userId: bob.user.id, username: bob.user.username, count: 2 },
  ].toSorted((one, other) => (one.username < other.username ? -1 : 1));
  expect(await told()).toMatchObject([{ total: 5, devices: 2, people }]);
  const { body: lines } = await admin.client.call(routes.auditLogs, {
    query: { action: 'referral.report_lost' },
  });
  expect(lines.map(({ userId, details }) => [userId, details?.split(' ')[0]])).toEqual([
    [bob.user.id, '2'],
    [ann.user.id, '3'],
  ]);
});

test('rows that are stored, that were deleted, and that come for the first time are nothing lost', async () => {
  const ann = await makeCustomer(server);
  const [stored, deleted] = newRows(2);
  await ann.client.call(routes.pushReferrals, { body: { referrals: [stored, deleted] } });
  await admin.client.call(routes.deleteReferral, { params: { id: deleted!.id } });
  const results = await sendAgain(ann, [stored!, deleted!]);
  expect(results.map(({ status, code }) => code ?? status)).toEqual(['stored', 'deleted']);
  expect(await told()).toEqual([]);
});

test('what was taken before friends had to agree is taken back without that; what is new is not', async () => {
  const ann = await makeCustomer(server);
  await server.sql(
    "update system_settings set value = 'required' where key = 'referrals.permission'",
  );
  const [again, fresh] = newRows(2);
  expect(await sendAgain(ann, [again!])).toMatchObject([{ status: 'created' }]);
  const { body } = await ann.client.call(routes.pushReferrals, { body: { referrals: [fresh] } });
  expect(body.results).toMatchObject([{ status: 'rejected', code: 'permission_required' }]);
});
