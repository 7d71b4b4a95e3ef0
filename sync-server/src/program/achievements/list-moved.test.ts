import { LIST_HEADER } from '@sunloop/shared-types/program/achievement-check.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { decodeCursor, encodeCursor } from '../../db/query/cursor.ts';
import { waitForWriters } from '../../test/database.ts';
import { makeAdmin, makeCustomer, refer, type TestPerson } from '../../test/people.ts';
import { recordPrepared } from '../../test/plans/plans.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { stopCounting } from '../../test/uncounted.ts';

// It waits for the writes of other test files, see `waitForWriters`.
vi.setConfig({ testTimeout: 120_000 });

let server: TestServer;
let admin: TestPerson;
let person: TestPerson;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  // Two writes for one person would wait for each other at the person's counts.
  await stopCounting(server.database.orm);
  admin = await makeAdmin(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await makeCustomer(server);
  await refer(person, 1);
  id = (await person.client.call(routes.listReferrals)).body[0]?.id ?? '';
});

const pull = async (since = '') => {
  const { body } = await person.client.call(routes.pullReferrals, { query: { since } });
  return body;
};

/** The cursor of a pull that saw every transaction before it. */
async function settledCursor(): Promise<string> {
  await waitForWriters(server.database);
  return (await pull()).cursor;
}

async function hasMoved(held: string, { client, user } = person): Promise<boolean> {
  const path = `/api/achievements/check/${user.id}`;
  const answer = await client.fetch(path, { headers: { [LIST_HEADER]: held } });
  expect(answer.status).toBe(200);
  return answer.headers.has(LIST_HEADER);
}

const setInProgress = () =>
  admin.client.call(routes.changeReferralStatus, {
    params: { id },
    body: { status: 'in_progress' },
  });

test('a check says once that a status has changed, and no more once that was pulled', async () => {
  const held = await settledCursor();
  expect(await hasMoved(held)).toBe(false);
  await setInProgress();
  expect(await hasMoved(held)).toBe(true);
  await waitForWriters(server.database);
  const changes = await pull(held);
  expect(changes).toMatchObject({ full: false, upserts: [{ id, status: 'in_progress' }] });
  expect(await hasMoved(changes.cursor)).toBe(false);
});

test('a check says that a referral was deleted, the last one, too', async () => {
  const held = await settledCursor();
  await admin.client.call(routes.deleteReferral, { params: { id } });
  expect(await hasMoved(held)).toBe(true);
  await waitForWriters(server.database);
  const changes = await pull(held);
  expect(changes.deletes).toEqual([id]);
  expect(await hasMoved(changes.cursor)).toBe(false);
});

test('what other people’s lists do moves nobody’s', async () => {
  const held = await settledCursor();
  await refer(await makeCustomer(server), 2);
  expect(await hasMoved(held)).toBe(false);
});

test('a change that began before the cursor and is committed after it counts as moved', async () => {
  await waitForWriters(server.database);
  const early = server.database.orm.em.fork();
  await early.begin();
  await early.execute(`update referrals set status = 'contact_made' where id = ?`, [id]);
  // A later one that ends first: the newest version is not the last to come.
  const later = `insert into referrals (id, user_id, name, email) values (?, ?, 'Late Comer', 'late@x.example')`;
  await server.sql(later, [randomUUID(), person.user.id]);
  const { cursor } = await pull();
  await early.commit();
  expect(await hasMoved(cursor)).toBe(true);
  expect((await pull(cursor)).upserts).toContainEqual(
    expect.objectContaining({ id, status: 'contact_made' }),
  );
});

test('a list has moved if the database has not come to the cursor, because it was put back', async () => {
  const cursor = decodeCursor(await settledCursor());
  if (!cursor) throw new Error('our own cursor is unreadable');
  const xmin = String(BigInt(cursor.xmin) + 1_000_000n);
  expect(await hasMoved(encodeCursor({ ...cursor, xmin }))).toBe(true);
});

test.each(['', 'garbage', 'A'.repeat(4000)])(
  'of a cursor that is none (%#) nothing is said',
  async (held) => {
    expect(await hasMoved(held)).toBe(false);
  },
);

test('nobody learns from a check whether somebody else’s list moves', async () => {
  const held = await settledCursor();
  await setInProgress();
  const { client } = admin;
  expect(await hasMoved(held, { client, user: person.user })).toBe(false);
});

test('the list is looked at with the session, by one statement', async () => {
  const held = await settledCursor();
  // What was earned with the first referral is told once.
  await hasMoved(held);
  const recorded = recordPrepared(server.database.orm);
  await hasMoved(held);
  expect(recorded.map(({ text }) => text)).toEqual([expect.stringContaining('from sessions')]);
});
