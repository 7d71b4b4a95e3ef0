import { routes } from '@sunloop/shared-types';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { makeAdmin, makeCustomer } from '../../test/people.ts';
import { Puller } from '../../test/puller.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import type { Orm } from '../orm.ts';
import { openOrm } from '../../open-orm.ts';

let writer: TestDatabase;
/** A copy made before the test that never catches up, like a replica that lags behind. */
let copy: TestDatabase;
let orm: Orm;
let server: TestServer;
beforeEach(async () => {
  [writer, copy] = [await createTestDatabase(), await createTestDatabase()];
  orm = await openOrm({ url: writer.url, readUrls: [copy.url], log: () => {} });
  server = await startTestServer({ database: writer, orm });
});
afterEach(async () => {
  await server.close();
  await orm.close(true);
  await Promise.all([writer.drop(), copy.drop()]);
});

test('the audit log comes from the replica, what was just written from the primary', async () => {
  const { client, user } = await makeAdmin(server);
  expect((await client.call(routes.currentUser)).body).toMatchObject(user);
  const body = { value: '5' };
  await client.call(routes.changeSetting, { params: { key: 'impact.tons_per_referral' }, body });
  const settings = (await client.call(routes.settings)).body;
  expect(settings.find(({ key }) => key === 'impact.tons_per_referral')?.value).toBe('5');
  expect((await client.call(routes.auditLogs)).body).toEqual([]);
});

test('the primary answers for a replica that cannot be reached', async () => {
  const { client } = await makeAdmin(server);
  await copy.drop();
  expect((await client.call(routes.auditLogs)).body).not.toEqual([]);
});

test('a device sees what it sent, however far behind the replica is', async () => {
  const { client } = await makeCustomer(server);
  const device = new Puller(client, routes.pullReferrals);
  await device.pull();
  const body = { name: 'Ann Lee', email: `${randomUUID()}@example.com` };
  const { body: referral } = await client.call(routes.addReferral, { body });
  await device.pull();
  expect(device.rows()).toEqual([referral]);
});
