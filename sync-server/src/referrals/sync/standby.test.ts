// @module-tag sweep
import { checksumOf, type ReferralDelta } from '@sunloop/shared-types/referrals/sync.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { isDatabaseAway } from '../../db/database-away.ts';
import { ask, startStandbyPair, type StandbyPair } from '../../test/standby.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

/** A standby that is promoted without the last rows: the third way of going back, with a server of its own. */
let pair: StandbyPair;
let before: TestServer;
let after: TestServer;
let phone: TestClient;
beforeEach(async () => {
  pair = await startStandbyPair();
  before = await startTestServer({ database: pair.primary });
  after = await startTestServer({ database: pair.standby });
  phone = before.client();
  await phone.signUp('patient');
});
afterEach(async () => {
  await Promise.all([before.close(), after.close()]);
  await pair.close();
});

const newRows = (count: number) =>
  Array.from({ length: count }, () => {
    const id = uuidv7();
    return { id, name: 'Ann Lee', email: `${id}@example.com` };
  });
type Rows = ReturnType<typeof newRows>;
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();

async function push(client: TestClient, referrals: Rows) {
  return (await client.call(routes.pushReferrals, { body: { referrals } })).body;
}

async function pull(client: TestClient, since: string): Promise<ReferralDelta> {
  return (await client.call(routes.pullReferrals, { query: { since } })).body;
}

test('a promoted standby gives everything, whatever was asked of it first, and takes back once what it lacks', async () => {
  const kept = newRows(2);
  const later = newRows(1);
  const lost = newRows(3);
  await push(phone, kept);
  const early = await pull(phone, '');
  await push(phone, later);
  await pair.cut();
  await push(phone, lost);
  const late = await pull(phone, early.cursor);
  expect(idsOf(late.upserts)).toEqual(idsOf([...later, ...lost]));
  await pair.failOver();

  const moved = phone.at(after.url);
  const answer = await pull(moved, late.cursor);
  expect(answer.full).toBe(true);
  expect(idsOf(answer.upserts)).toEqual(idsOf([...kept, ...later]));
  expect(answer.deletes).toEqual([]);

  await push(moved, lost);
  await push(moved, lost);
  const whole = await pull(moved, '');
  expect(idsOf(whole.upserts)).toEqual(idsOf([...kept, ...later, ...lost]));
});

test('a server that is led to a standby says to come back later, whatever is asked', async () => {
  await pair.cut();
  const moved = phone.at(after.url);
  const refusals = [
    await moved.refuse(routes.pullReferrals, { query: { since: '' } }),
    await moved.refuse(routes.pushReferrals, { body: { referrals: newRows(1) } }),
    await moved.refuse(routes.stats),
    await after.client().refuse(routes.logIn, { body: { email: 'a@example.com', password: 'no' } }),
  ];
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  // A pooler may lead there by a connection that was good when it was opened.
  const failure: unknown = await ask(pair.standby, 'select run_here() as is').catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: '55000' });
  expect(isDatabaseAway(failure)).toBe(true);
});

test('so does the old primary, if it comes back as it was', async () => {
  const onOld = newRows(1);
  await push(phone, onOld);
  const early = await pull(phone, '');
  await pair.cut();
  await pair.promote();
  await vi.waitUntil(async () => (await phone.at(after.url).fetch('/readyz')).status === 200);
  const moved = phone.at(after.url);
  // The first call that the new one gets is a push.
  const onNew = newRows(1);
  await push(moved, onNew);
  const { cursor } = await pull(moved, early.cursor);
  const answer = await pull(phone, cursor);
  expect(answer.full).toBe(true);
  expect(idsOf(answer.upserts)).toEqual(idsOf(onOld));
  // A device that sent to the new one and never read from it holds one row too many.
  const { full, checksum } = await pull(phone, early.cursor);
  expect(full).toBe(false);
  expect(checksum).not.toBe(checksumOf(idsOf([...onOld, ...onNew])));
});
