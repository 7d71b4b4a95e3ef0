import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCustomer } from './people.ts';
import { startTestServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const isReady = async () => (await fetch(`${server.url}/readyz`)).status;

/** Makes each new transaction of the test's database read-only, as on a standby, or ends that. */
async function setReadOnly(isOn: boolean): Promise<void> {
  const name = new URL(server.database.url).pathname.slice(1);
  const em = server.database.orm.em.fork();
  await em.transactional(async (tx) => {
    await tx.execute('set transaction read write');
    await tx.execute(`alter database "${name}" set default_transaction_read_only = ${isOn}`);
  });
  // A connection reads the setting when it is opened. The one that ends the others ends itself last.
  const end =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()';
  await em.transactional((tx) => tx.execute(`${end} and pid <> pg_backend_pid()`));
  await expect(em.execute(`${end} and pid = pg_backend_pid()`)).rejects.toThrow(/terminat/);
}

test('a database that takes no writes is 503 to whoever writes, and not ready, until it takes them again', async () => {
  const { client, user } = await makeCustomer(server);
  expect(await isReady()).toBe(200);
  await setReadOnly(true);
  await expect.poll(isReady).toBe(503);
  const id = randomUUID();
  const body = { referrals: [{ id, name: 'Ada Ode', email: 'ada@example.com' }] };
  const credentials = { email: user.email, password: 'not the right one' };
  const refusals = [
    await client.refuse(routes.pushReferrals, { body }),
    await server.client().refuse(routes.logIn, { body: credentials }),
  ];
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  await setReadOnly(false);
  await expect.poll(isReady).toBe(200);
  expect((await client.call(routes.pushReferrals, { body })).body).toMatchObject({
    results: [{ id, status: 'created' }],
  });
});
