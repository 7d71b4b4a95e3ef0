import { REFERRAL_STATUSES, type AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
let everything: AdminReferral[];
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
  const people = [
    { username: 'Marta Øst', email: 'marta@referrer.example' },
    { username: 'Percy_100%', email: 'percy@referrer.example' },
  ];
  for (const fields of people) await addRows(await makeCustomer(server, fields));
  everything = (await admin.client.call(routes.adminReferrals)).body;
});
afterAll(() => server.close());

// Rows with the same time, so that only the id decides which is newer.
async function addRows({ user }: TestPerson): Promise<void> {
  const em = server.database.orm.em.fork();
  for (const [index, status] of [...REFERRAL_STATUSES, ...REFERRAL_STATUSES].entries()) {
    const id = randomUUID();
    const name = index === 0 ? `Élodie O'Neil \\_` : `Friend ${index}`;
    await em.execute(
      `insert into referrals (id, user_id, name, email, phone, status, created_at)
       values (?, ?, ?, ?, ?, ?, '2026-01-01')`,
      [id, user.id, name, `f${index}@friend.example`, `+1 555 010${index}`, status],
    );
  }
}

async function list(query: Record<string, string>) {
  return (await admin.client.call(routes.adminReferrals, { query })).body;
}

test('without a limit an admin sees all, newest first, with the referrers', () => {
  expect(everything).toHaveLength(16);
  const keys = everything.map(({ createdAt, id }) => createdAt + id);
  expect(keys).toEqual(keys.toSorted().toReversed());
  expect(new Set(everything.map(({ referrerName }) => referrerName))).toEqual(
    new Set(['Marta Øst', 'Percy_100%']),
  );
  expect(everything.some((row) => row.referrerEmail === 'marta@referrer.example')).toBe(true);
});

test.each([
  { query: { q: 'élODIE' }, count: 2 },
  { query: { q: "o'neil" }, count: 2 },
  { query: { q: '\\_' }, count: 2 },
  { query: { q: '\\' }, count: 2 },
  { query: { q: "e o'neil \\_" }, count: 2 },
  { query: { q: 'friendX1' }, count: 0 },
  { query: { q: '3@FRIEND.example' }, count: 2 },
  { query: { q: '555 0104' }, count: 2 },
  { query: { q: 'ØST' }, count: 8 },
  { query: { q: 'marta@REFERRER' }, count: 8 },
  { query: { q: '_100%' }, count: 8 },
  { query: { q: '1_0%' }, count: 0 },
  { query: { q: 'f%d' }, count: 0 },
  { query: { q: '  friend 7 ' }, count: 2 },
  { query: { q: '' }, count: 16 },
  { query: { status: 'completed' }, count: 4 },
  { query: { status: 'completed', q: 'marta' }, count: 2 },
])('$query finds $count, with wildcards taken literally', async ({ query, count }) => {
  expect(await list(query)).toHaveLength(count);
});

test.each([{}, { status: 'submitted' }, { q: 'friend' }])(
  'pages of %j hold each row once and end without a next one',
  async (narrowing) => {
    const whole = await list(narrowing);
    const seen: AdminReferral[] = [];
    let next: string | undefined =
      `/api/admin/referrals?${new URLSearchParams({ ...narrowing, limit: '2' }).toString()}`;
    while (next) {
      const response = await admin.client.fetch(next);
      seen.push(...((await response.json()) as AdminReferral[]));
      const link: string = response.headers.get('link') ?? '';
      next = /^<([^>]+)>; rel="next"$/.exec(link)?.[1];
    }
    expect(seen).toEqual(whole);
  },
);

test.each([
  { status: 'unknown' },
  { limit: '0' },
  { limit: '501' },
  { limit: 'many' },
  { after: 'not-an-id' },
  { referrer: 'not-an-id' },
  { after: randomUUID() },
  { q: 'a'.repeat(201) },
  { q: 'nul \u0000' },
])('%j is 400', async (query) => {
  const { status, body } = await admin.client.refuse(routes.adminReferrals, { query });
  expect(status).toBe(400);
  expect(Object.keys(body.fields ?? {})).toEqual(Object.keys(query));
});

test('filtered by referrer come their own, not those that only name them', async () => {
  const marta = everything.find(({ referrerName }) => referrerName === 'Marta Øst');
  const stranger = await makeCustomer(server);
  const body = { name: 'Named Like Her', email: 'x.marta@referrer.example' };
  const { id } = (await stranger.client.call(routes.addReferral, { body })).body;
  const referrer = marta?.userId ?? '';
  expect(await list({ q: 'marta@referrer.example' })).toHaveLength(9);
  const rows = await list({ referrer });
  expect(rows.map((row) => row.userId)).toEqual(Array.from({ length: 8 }, () => referrer));
  expect(await list({ referrer, status: 'completed', limit: '1' })).toHaveLength(1);
  expect(await list({ referrer: randomUUID() })).toEqual([]);
  await admin.client.call(routes.deleteReferral, { params: { id } });
});

test('after a row deleted between two pages, the list goes on behind where it stood', async () => {
  const { client } = await makeCustomer(server);
  const remove = (id: string) => admin.client.call(routes.deleteReferral, { params: { id } });
  const add = async (name: string) => {
    const body = { name, email: `${name}@friend.example` };
    return (await client.call(routes.addReferral, { body })).body.id;
  };
  const ids = [await add('one'), await add('two'), await add('three')];
  const whole = await list({});
  expect(new Set(whole.slice(0, 3).map(({ id }) => id))).toEqual(new Set(ids));
  const gone = whole[1]?.id ?? '';
  await remove(gone);
  expect(await list({ after: gone })).toEqual(whole.slice(2));
  expect(await list({ after: gone, limit: '1' })).toEqual(whole.slice(2, 3));
  for (const id of ids.filter((each) => each !== gone)) await remove(id);
});

test('a list that has not changed is 304', async () => {
  const { headers } = await admin.client.call(routes.adminReferrals, { query: { limit: '3' } });
  const again = await admin.client.fetch('/api/admin/referrals?limit=3', {
    headers: { 'If-None-Match': headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  expect(again.headers.get('link')).toMatch(/rel="next"$/);
});
