import {
  REFERRAL_COLUMNS,
  type ListedReferral,
} from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillSearch } from '../../../operate/housekeeping/fill-search.ts';
import { addTies, isDuplicate, matching, sorted } from '../../test/model/referral-list.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { sweeping } from '../../test/quick.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
let users: string[];
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
  users = [];
  for (const username of ['Åke', 'ake b', 'Zed']) {
    users.push((await makeCustomer(server, { username })).user.id);
  }
  await addTies(server, users, [0, 120]);
  await fillSearch(server.database.orm);
  // Some the search table does not have yet, and some it has as they were.
  await addTies(server, users, [120, 160]);
  await server.sql(
    `update referrals set status = 'in_progress', reward = '$7' where email like 'own-1%'`,
  );
});
afterAll(() => server.close());

const whole = async () => (await admin.client.call(routes.adminReferrals)).body;
const idsOf = (rows: readonly AdminReferral[]) => rows.map(({ id }) => id);

/** Reads page by page; `between` happens after each. */
async function readPages(
  query: Record<string, string>,
  between: (page: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<ListedReferral[]> {
  const seen: ListedReferral[] = [];
  let next: string | undefined = `/api/admin/referrals?${new URLSearchParams(query).toString()}`;
  for (let page = 0; next !== undefined; page += 1) {
    const response = await admin.client.fetch(next);
    expect(response.status).toBe(200);
    seen.push(...((await response.json()) as ListedReferral[]));
    const link: string = response.headers.get('link') ?? '';
    next = /^<([^>]+)>; rel="next"$/.exec(link)?.[1];
    await between(page);
  }
  return seen;
}

const sorts = REFERRAL_COLUMNS.flatMap((column) => [
  { column, isDescending: false },
  { column, isDescending: true },
]);
/** In a quick run one of five, which are of different kinds. */
const someSorts = sorts.filter((_, at) => at % sweeping(1, 5) === 0);

test.each(someSorts)(
  'pages sorted by %j hold each row once, in order',
  async ({ column, isDescending }) => {
    const sort = isDescending ? `-${column}` : column;
    const rows = await readPages({ sort, limit: '7' });
    expect(idsOf(rows)).toEqual(idsOf(sorted(await whole(), column, isDescending)));
  },
);

test.each(someSorts)(
  'rows that stay are given once while others change, sorted by %j',
  async ({ column, isDescending }) => {
    const sort = isDescending ? `-${column}` : column;
    const before = await whole();
    const touched = new Set(idsOf(before.filter((_, at) => at % 5 === 0)));
    const change = async (page: number) => {
      const [one, other] = [...touched].slice(page * 2, page * 2 + 2);
      if (one)
        await server.sql(
          `update referrals set name = name || 'x', reward = '$9', status = 'submitted', phone = '1' where id = ?`,
          [one],
        );
      if (other)
        await server.sql('update referrals set updated_at = now(), address = null where id = ?', [
          other,
        ]);
      if (page % 3 === 0) await fillSearch(server.database.orm);
    };
    const rows = await readPages({ sort, limit: '9' }, change);
    const stayed = before.filter(({ id }) => !touched.has(id));
    expect(idsOf(rows.filter(({ id }) => !touched.has(id)))).toEqual(
      idsOf(sorted(stayed, column, isDescending)),
    );
  },
);

test('a list goes on behind a row that was deleted or changed meanwhile', async () => {
  const expected = sorted(await whole(), 'name', false);
  const first = await admin.client.fetch('/api/admin/referrals?sort=name&limit=3');
  const next = /^<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  await server.sql(`update referrals set name = 'Zz' where id = ?`, [expected[2]?.id]);
  await server.sql('delete from referrals where id = ?', [expected[1]?.id]);
  const rows = (await (await admin.client.fetch(next)).json()) as ListedReferral[];
  expect(idsOf(rows)).toEqual(idsOf(expected.slice(3, 6)));
});

const someday = '2026-01-05T00:00:00.000Z';
const filters = ['', 'submitted', 'contact_made,completed'].flatMap((status) =>
  ['', 'late', 'duplicate'].flatMap((mark) =>
    ['', 'own'].flatMap((referrer) =>
      ['', 'JOSÉ', '555 0100', 'nobody has it'].flatMap((q) =>
        ['', 'from', 'both'].map((days) => ({ status, mark, referrer, q, days })),
      ),
    ),
  ),
);

test(
  'filters and their combinations give what a plain model gives, in any order, and counts say how many',
  { tags: 'sweep' },
  async () => {
    await fillSearch(server.database.orm);
    await server.sql(`update referrals set status = 'completed' where email like 'own-2%'`);
    const rows = await whole();
    let withRows = 0;
    for (const [at, { status, mark, referrer, q, days }] of filters.entries()) {
      const filter = {
        ...(status && { status }),
        ...(mark && { mark }),
        ...(referrer && { referrer: users[1] ?? '' }),
        ...(q && { q }),
        ...(['from', 'both'].includes(days) && { from: '2026-01-02T23:45:00.000Z' }),
        ...(days === 'both' && { before: someday }),
      };
      const { column, isDescending } = sorts[at % sorts.length] ?? {
        column: 'name',
        isDescending: false,
      };
      const query = { ...filter, sort: isDescending ? `-${column}` : column, limit: '500' };
      const found = (await admin.client.call(routes.adminReferrals, { query })).body;
      const expected = sorted(matching(rows, filter), column, isDescending);
      expect(idsOf(found), JSON.stringify(query)).toEqual(idsOf(expected));
      if (expected.length > 0) withRows += 1;
      const { body } = await admin.client.call(routes.countAdminReferrals, { query: filter });
      expect(body, JSON.stringify(filter)).toMatchObject({ total: expected.length, isMore: false });
    }
    expect(withRows).toBeGreaterThan(filters.length / 3);
  },
);

test('a row says whether another referrer has the same email or phone', async () => {
  await fillSearch(server.database.orm);
  const rows = await whole();
  expect(rows.map((row) => row.isDuplicate)).toEqual(rows.map((row) => isDuplicate(row, rows)));
  expect(new Set(rows.map((row) => row.isDuplicate)).size).toBe(2);
});

test.each([
  ['of another order', async () => ({ sort: 'email', after: await cursorOf('name') })],
  ['of the other direction', async () => ({ sort: '-name', after: await cursorOf('name') })],
  ['without its order', async () => ({ after: await cursorOf('name') })],
  [
    'that is an id, in another order',
    async () => ({ sort: 'name', after: (await whole())[0]?.id ?? '' }),
  ],
  ['that is none', () => Promise.resolve({ sort: 'name', after: 'bm90IGEgY3Vyc29y' })],
  [
    'with a key that is no number',
    () =>
      Promise.resolve({
        sort: 'reward',
        after: Buffer.from(JSON.stringify(['cents', 'many', '1', users[0]])).toString('base64url'),
      }),
  ],
])('a cursor %s is 400', async (_, make) => {
  const { status, body } = await admin.client.refuse(routes.adminReferrals, {
    query: { limit: '1', ...(await make()) },
  });
  expect(status).toBe(400);
  expect(Object.keys(body.fields ?? {})).toEqual(['after']);
});

async function cursorOf(sort: string): Promise<string> {
  const { headers } = await admin.client.call(routes.adminReferrals, {
    query: { sort, limit: '1' },
  });
  const link = /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? '';
  return new URL(link, 'http://x').searchParams.get('after') ?? '';
}
