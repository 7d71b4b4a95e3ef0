import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { startStandbyPair, type StandbyPair } from '../../test/standby.ts';

/** A primary that is told to wait for a standby which never comes, so that every commit waits until somebody cancels it. */
let pair: StandbyPair;
let server: TestServer;
beforeAll(async () => {
  pair = await startStandbyPair();
  server = await startTestServer({ database: pair.primary });
});
afterAll(async () => {
  await server.close();
  await pair.close();
});

afterEach(() => waitFor(''));

async function waitFor(standby: string): Promise<void> {
  await server.sql(`alter system set synchronous_standby_names = '${standby}'`);
  await server.sql('select pg_reload_conf()');
  const show = `select current_setting('synchronous_standby_names') as is`;
  await expect.poll(async () => (await server.sql<{ is: string }>(show))[0]?.is).toBe(standby);
}

/** Cancels every wait for the standby, as an operator might, until the call is answered. */
async function whileCancelling<T>(call: Promise<T>): Promise<T> {
  let isOver = false;
  void call.catch(() => undefined).finally(() => (isOver = true));
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
  await expect
    .poll(
      async () => {
        await server.sql(cancel);
        return isOver;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  return call;
}

test('a push whose wait for the standby is cancelled is not acknowledged, and is stored once when it is sent again', async () => {
  const { client } = await makeCustomer(server);
  const id = uuidv7();
  const referrals = [{ id, name: 'Ann Lee', email: `${id}@example.com` }];
  await waitFor('nobody');
  const refusal = await whileCancelling(
    client.refuse(routes.pushReferrals, { body: { referrals } }),
  );
  expect(refusal).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  await waitFor('');
  const { body } = await client.call(routes.pushReferrals, { body: { referrals } });
  expect(body.results).toMatchObject([{ id, status: 'stored' }]);
});

test('a status whose wait for the standby is cancelled is not acknowledged either', async () => {
  const { client } = await makeCustomer(server);
  const { client: desk } = await makeAdmin(server);
  const body = { name: 'Ann Lee', email: `${uuidv7()}@example.com` };
  const { body: referral } = await client.call(routes.addReferral, { body });
  const act = { params: { id: referral.id }, body: { status: 'in_progress' as const } };
  await waitFor('nobody');
  const refusal = await whileCancelling(desk.refuse(routes.changeReferralStatus, act));
  expect(refusal).toMatchObject({ status: 503 });
  await waitFor('');
  expect((await desk.call(routes.changeReferralStatus, act)).body).toMatchObject(act.body);
});
