// @module-tag sweep
import { routes, type ReferralDelta } from '@sunloop/shared-types';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { startStandbyPair, type StandbyPair } from '../../test/standby.ts';
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

test('a promoted standby gives everything and the gap, and takes back once what it lacks', async () => {
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
  expect(answer.gaps).toHaveLength(1);
  for (const { createdAt } of late.upserts.filter(({ id }) => idsOf(lost).includes(id))) {
    expect(createdAt > (answer.gaps?.[0]?.from ?? '')).toBe(true);
    expect(createdAt < (answer.gaps?.[0]?.to ?? '')).toBe(true);
  }

  // A device that had seen nothing of the tail goes on where it was, and learns of the gap, too.
  const onwards = await pull(moved, early.cursor);
  expect(onwards).toMatchObject({ full: false, gaps: [{}] });
  expect(idsOf(onwards.upserts)).toEqual(idsOf(later));

  await push(moved, lost);
  await push(moved, lost);
  const whole = await pull(moved, '');
  expect(idsOf(whole.upserts)).toEqual(idsOf([...kept, ...later, ...lost]));
});

test('a device that saw rows of the tail while an older transaction was still open gets everything', async () => {
  await pull(phone, '');
  const open = pair.primary.orm.em.fork();
  await open.begin();
  await open.execute('select pg_current_xact_id()');
  await push(phone, newRows(1));
  await pair.cut();
  const lost = newRows(2);
  await push(phone, lost);
  const { cursor } = await pull(phone, '');
  await open.rollback();
  await pair.failOver();
  expect(await pull(phone.at(after.url), cursor)).toMatchObject({ full: true, gaps: [{}] });
});

test('so does one that saw what was begun before the standby was cut off, and ended after', async () => {
  await push(phone, newRows(1));
  const early = await pull(phone, '');
  const open = pair.primary.orm.em.fork();
  await open.begin();
  await open.execute(`update referrals set status = 'completed'`);
  await pair.cut();
  await open.commit();
  const seen = await pull(phone, early.cursor);
  expect(seen.upserts).toMatchObject([{ status: 'completed' }]);
  await pair.failOver();
  const answer = await pull(phone.at(after.url), seen.cursor);
  expect(answer).toMatchObject({ full: true, upserts: [{ status: 'submitted' }], gaps: [{}] });
});
