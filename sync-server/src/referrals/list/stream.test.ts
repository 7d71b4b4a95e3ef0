import { REFERRAL_COLUMN_LABELS } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { csvOf } from '@sunloop/shared-types/values/csv.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillSearch } from '../../../operate/housekeeping/fill-search.ts';
import { longestHoldMs } from '../../test/event-loop/hold-meter.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { streamReferralsCsv } from './stream.ts';

const ROWS = 4000;
/** Nobody notices a pause this short. */
const HOLD_MAX_MS = 50;

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
  const { user } = await makeCustomer(server, { username: '=Evil()' });
  await server.sql(
    `insert into referrals (id, user_id, name, email, phone, address, status, date, created_at, updated_at)
     select gen_random_uuid(), :id, 'Friend ' || n, 'f' || n || '@x.example', '+1 555 ' || n,
       case when n % 2 = 0 then 'A "street", 1' end, 'contact_made', at, at, at
     from generate_series(1, ${ROWS}) n, lateral (select timestamptz '2026-01-01' + make_interval(mins => n) as at) t`,
    { id: user.id },
  );
  await fillSearch(server.database.orm);
});
afterAll(() => server.close());

test('a file holds every column of what matches, in the list’s order, and runs no formula', async () => {
  const query = { q: 'friend 39', sort: '-name' };
  const { body, headers } = await admin.client.call(routes.adminReferralsCsv, {
    query: { ...query, format: 'csv' },
  });
  expect(headers.get('content-type')).toMatch(/^text\/csv/);
  expect(headers.get('content-disposition')).toContain('referrals.csv');
  const rows = (await admin.client.call(routes.adminReferrals, { query })).body;
  expect(rows).toHaveLength(111);
  const lines = rows.map((row) => [
    row.name,
    row.email,
    row.phone,
    row.referrerName,
    'Contact Made',
    row.reward,
    row.date,
    row.referrerEmail,
    row.address,
    row.createdAt,
    row.updatedAt,
    '',
    '',
    row.id,
  ]);
  const headings = Object.values(REFERRAL_COLUMN_LABELS);
  const more = ['Agreed to be Contacted', 'Agreed On', 'Id'];
  // Reading it as text takes the byte order mark away.
  expect(`\uFEFF${body}`).toBe(csvOf([[...headings, ...more], ...lines]));
  expect(body).toContain(`,'=Evil(),`);
});

test('a file of nothing has its header', async () => {
  const { body } = await admin.client.call(routes.adminReferralsCsv, {
    query: { q: 'nobody', format: 'csv' },
  });
  expect(body.split('\r\n')).toHaveLength(2);
});

test('the whole list holds each row once, newest first', async () => {
  const rows = (await admin.client.call(routes.adminReferrals)).body;
  expect(new Set(rows.map(({ id }) => id)).size).toBe(ROWS);
  const times = rows.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
});

test.each(['', '?format=csv'])('all of it holds nobody up: %j', async (query) => {
  const read = async () => (await admin.client.fetch(`/api/admin/referrals${query}`)).text();
  // One of them may meet a garbage collection, or compile what it runs.
  const holds = [await longestHoldMs(read), await longestHoldMs(read), await longestHoldMs(read)];
  expect(Math.min(...holds)).toBeLessThanOrEqual(HOLD_MAX_MS);
});

test('between two pieces no connection is held, however long a reader waits', async () => {
  const { em } = server.database.orm;
  const pool = await em.getConnection().getNativeClient();
  const isIdle = () => pool.totalCount - pool.idleCount === 0;
  const pieces = await streamReferralsCsv(em.fork(), {});
  let count = 0;
  for await (const _ of pieces) {
    count += 1;
    expect(isIdle()).toBe(true);
  }
  expect(count).toBe(1 + ROWS / 500);
});

test('a bad place is told before anything is sent', async () => {
  const { status } = await admin.client.refuse(routes.adminReferrals, {
    query: { sort: 'name', after: 'nowhere' },
  });
  expect(status).toBe(400);
});
