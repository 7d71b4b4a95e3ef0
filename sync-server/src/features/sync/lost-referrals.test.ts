import { routes } from '@sunloop/shared-types';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

/** A database of its own for each test, because an epoch is the whole database's. */
let server: TestServer;
let admin: TestPerson;
beforeEach(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterEach(() => server.close());

interface Row {
  id: string;
  createdAt: string;
}

/** Stores rows and puts the server back to before them. */
async function lose({ client }: TestPerson, count: number): Promise<Row[]> {
  const referrals = Array.from({ length: count }, () => {
    const id = uuidv7();
    return { id, name: 'Ann Lee', email: `${id}@example.com` };
  });
  await client.call(routes.pushReferrals, { body: { referrals } });
  const rows = (await client.call(routes.listReferrals)).body;
  await server.sql('delete from referrals where true');
  await server.sql('delete from referral_tombstones where true');
  await server.sql("update epochs set run = 'an earlier run' where ended_before is null");
  await client.call(routes.pullReferrals, { query: { since: '' } });
  return rows.map(({ id, createdAt }) => ({ id, createdAt }));
}

const report = ({ client }: TestPerson, referrals: Row[]) =>
  client.call(routes.reportLost, { body: { referrals } });
const told = async () => (await admin.client.call(routes.lostReferrals)).body;

async function sendAgain({ client }: TestPerson, rows: readonly Row[]): Promise<void> {
  const referrals = rows.map(({ id }) => ({ id, name: 'Ann Lee', email: `${id}@example.com` }));
  await client.call(routes.pushReferrals, { body: { referrals } });
}

test('the desk says how many rows of how many devices were lost, how many are back, and whose are not', async () => {
  const [ann, bob] = [await makeCustomer(server), await makeCustomer(server)];
  const [annsRows, bobsRows] = [await lose(ann, 3), await lose(bob, 2)];
  await report(ann, annsRows);
  await report(ann, annsRows);
  await report(bob, bobsRows);
  await sendAgain(ann, annsRows);
  await sendAgain(bob, bobsRows.slice(1));
  const restores = await told();
  const sum = (field: 'total' | 'back') => restores.reduce((all, one) => all + one[field], 0);
  expect([sum('total'), sum('back')]).toEqual([5, 4]);
  expect(restores.flatMap(({ missing }) => missing)).toEqual([
    { userId: bob.user.id, username: bob.user.username, count: 1 },
  ]);
  expect(restores.every(({ from, to }) => from < to)).toBe(true);
  const { body: lines } = await admin.client.call(routes.auditLogs, {
    query: { action: 'referral.report_lost' },
  });
  expect(lines.map(({ userId, details }) => [userId, details?.split(' ')[0]])).toEqual([
    [bob.user.id, '2'],
    [ann.user.id, '3'],
  ]);
});

test('rows that are stored, and rows that no restore can have lost, are left out', async () => {
  const ann = await makeCustomer(server);
  const [lost] = await lose(ann, 1);
  await sendAgain(ann, [lost!]);
  await report(ann, [lost!, { id: uuidv7(), createdAt: '2999-01-01T00:00:00.000Z' }]);
  expect(await told()).toEqual([]);
});

test('a deleted row is not missing', async () => {
  const ann = await makeCustomer(server);
  const [lost] = await lose(ann, 1);
  await report(ann, [lost!]);
  await sendAgain(ann, [lost!]);
  await admin.client.call(routes.deleteReferral, { params: { id: lost!.id } });
  expect(await told()).toMatchObject([{ total: 1, devices: 1, back: 1, missing: [] }]);
});
