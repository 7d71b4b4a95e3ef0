import { routes, type ReferralDelta } from '@sunloop/shared-types';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { decodeCursor, encodeCursor } from '../../db/query/cursor.ts';

/** A database of its own for each test, because an epoch is the whole database's. */
let server: TestServer;
let person: TestPerson;
beforeEach(async () => {
  server = await startTestServer();
  person = await makeCustomer(server);
});
afterEach(() => server.close());

async function pull(since: string, known?: string): Promise<ReferralDelta> {
  const query = known === undefined ? { since } : { since, known };
  return (await person.client.call(routes.pullReferrals, { query })).body;
}

async function push() {
  const id = uuidv7();
  const row = { id, name: 'Ann Lee', email: `${id}@example.com` };
  const body = { referrals: [row], brief: true };
  return (await person.client.call(routes.pushReferrals, { body })).body;
}

/** The present epoch becomes one of an earlier start, on the same timeline. */
const EARLIER = `update epochs set run = split_part(run, '/', 1) || '/earlier' where ended_before is null`;

/** As if the database server had been started again: with everything, or put back to before some transactions. */
async function startAgain(lost = 0): Promise<void> {
  await server.sql(EARLIER);
  await pull('');
  await server.sql(`update epochs set ended_before = ended_before - ? where run like '%/earlier'`, [
    lost,
  ]);
}

test('after a start that lost nothing, changes go on, and the gap is the time without a server', async () => {
  await push();
  const { cursor } = await pull('');
  await startAgain();
  const added = await push();
  const { full, upserts, gaps = [] } = await pull(cursor);
  expect(full).toBe(false);
  expect(upserts.map(({ createdAt }) => createdAt)).toContain(added.added?.createdAt);
  expect(gaps).toHaveLength(1);
  const [gap] = gaps;
  expect(Date.parse(gap?.from ?? '')).toBeLessThan(Date.parse(gap?.to ?? ''));
  expect(await pull((await pull(cursor)).cursor)).not.toHaveProperty('gaps');
});

test('a cursor of what was lost gives everything and the gap', async () => {
  await push();
  const { cursor } = await pull('');
  await startAgain(100_000);
  const answer = await pull(cursor);
  expect(answer).toMatchObject({ full: true, gaps: [{}] });
  expect(answer.upserts).toHaveLength(1);
});

test('so does a cursor that a database put in the place of this one made, whatever its numbers', async () => {
  await push();
  const decoded = decodeCursor((await pull('')).cursor);
  if (!decoded) throw new Error('our own cursor is unreadable');
  await server.sql("update epochs set history = 'another cluster'");
  const answer = await pull(encodeCursor({ ...decoded, xmin: '3', xmax: '3' }));
  expect(answer).toMatchObject({ full: true, gaps: [{}] });
});

test('a push number of an earlier epoch leaves nothing out, because its number may be that of another push', async () => {
  const { cursor } = await pull('');
  const { receipt = '' } = await push();
  expect((await pull(cursor, receipt)).upserts).toEqual([]);
  await startAgain();
  expect((await pull(cursor, receipt)).upserts).toHaveLength(1);
});

test('processes that notice a start at once begin one epoch', async () => {
  const { cursor } = await pull('');
  await server.sql(EARLIER);
  await Promise.all(Array.from({ length: 8 }, () => pull(cursor)));
  const [{ count } = { count: 0 }] = await server.sql<{ count: number }>(
    'select count(*)::int as count from epochs where ended_before is null',
  );
  expect(count).toBe(1);
});
