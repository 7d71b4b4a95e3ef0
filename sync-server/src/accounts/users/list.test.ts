import { USER_COLUMNS, USER_GROUPS, type UserColumn } from '@sunloop/shared-types/ground/admin.ts';
import type { User } from '@sunloop/shared-types/ground/user.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { foldText } from '@sunloop/shared-types/values/fold-text.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
let everybody: User[];
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
  // Names that differ only by case and accents, and times, roles and states that many share.
  await server.sql(
    `insert into users (id, username, email, password, phone, role, is_active, referral_code, created_at)
     select gen_random_uuid(), (array['José', 'jose', 'Jòse', 'Åsa', 'asa', '李雷'])[n % 6 + 1] || repeat(' ', n / 6) || '.',
       'Mail' || n % 7 || '-' || n || '@x.example', '', (array[null, '+1 (555) 010-0' || n])[n % 2 + 1],
       (array['admin', 'customer', 'customer', 'customer'])[n % 4 + 1], (n % 3 > 0)::text, 'CODE00' || n,
       timestamptz '2026-01-01' + make_interval(days => n % 3)
     from generate_series(1, 48) n`,
  );
  everybody = (await admin.client.call(routes.users)).body;
});
afterAll(() => server.close());

const KEYS: Record<UserColumn, (user: User) => string> = {
  username: ({ username }) => foldText(username),
  email: ({ email }) => email.toLowerCase(),
  role: ({ role }) => role,
  status: ({ isActive }) => (isActive === 'true' ? 'Active' : 'Inactive'),
  created: ({ createdAt }) => createdAt,
};
const GROUPS: Record<string, (user: User) => boolean> = {
  '': () => true,
  active: ({ isActive }) => isActive === 'true',
  inactive: ({ isActive }) => isActive === 'false',
  admin: ({ role }) => role === 'admin',
};

/** Ids in the order of a column; ties by registration, then by id. */
function sorted(users: readonly User[], column: UserColumn): string[] {
  const keyOf = (user: User) => `${KEYS[column](user)}\u0000${user.createdAt}\u0000${user.id}`;
  return users.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map(({ id }) => id);
}

async function readPages(query: Record<string, string>): Promise<string[]> {
  const seen: string[] = [];
  let next: string | undefined = `/api/admin/users?${new URLSearchParams(query).toString()}`;
  while (next !== undefined) {
    const response = await admin.client.fetch(next);
    expect(response.status).toBe(200);
    seen.push(...((await response.json()) as User[]).map(({ id }) => id));
    next = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return seen;
}

test.each(
  USER_COLUMNS.flatMap((column) => ['', ...USER_GROUPS].map((group) => ({ column, group }))),
)('pages of %j hold each user once, in order both ways', async ({ column, group }) => {
  const ids = sorted(everybody.filter(GROUPS[group] ?? (() => false)), column);
  expect(ids.length).toBeGreaterThan(7);
  const query = { limit: '7', ...(group && { group }) };
  expect(await readPages({ ...query, sort: column })).toEqual(ids);
  expect(await readPages({ ...query, sort: `-${column}` })).toEqual(ids.toReversed());
});

test('a list goes on behind a user who was renamed meanwhile', async () => {
  const ids = sorted(everybody, 'username');
  const first = await admin.client.fetch('/api/admin/users?sort=username&limit=3');
  const next = /^<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  await server.sql(`update users set username = 'zz top' where id = ?`, [ids[2]]);
  const rows = (await (await admin.client.fetch(next)).json()) as User[];
  await server.sql(`update users set username = ? where id = ?`, [
    everybody.find(({ id }) => id === ids[2])?.username,
    ids[2],
  ]);
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(3, 6));
});

test.each([
  ['jose', 24],
  ['ÅSA', 16],
  ['李', 8],
  ['MAIL3-', 7],
  ['code0041', 1],
  ['+1 (555) 010-041', 1],
  ['5550100 41', 1],
  ['555.010.041', 1],
  ['0044 555 010 041', 1],
  ['%', 0],
  ['mail_-', 0],
])('%j finds %i, in pages of any order, and the counts say so', async (q, count) => {
  const ids = await readPages({ q, limit: '5', sort: 'username' });
  expect(ids).toHaveLength(count);
  expect(new Set(await readPages({ q, limit: '5' }))).toEqual(new Set(ids));
  const found = everybody.filter(({ id }) => ids.includes(id));
  const countOf = (group: string) => found.filter(GROUPS[group] ?? (() => false)).length;
  expect((await admin.client.call(routes.countUsers, { query: { q } })).body).toEqual({
    all: count,
    active: countOf('active'),
    inactive: countOf('inactive'),
    admin: countOf('admin'),
  });
});

test('without a search everybody is counted', async () => {
  expect((await admin.client.call(routes.countUsers)).body.all).toBe(everybody.length);
});

test.each([
  { sort: 'phone' },
  { group: 'all' },
  { after: 'nowhere' },
  { after: '0198f1c2-7d3e-7a55-8c11-1d2f3a4b5c6d' },
])('%j is 400', async (query) => {
  const { status, body } = await admin.client.refuse(routes.users, { query });
  expect(status).toBe(400);
  expect(Object.keys(body.fields ?? {})).toEqual(Object.keys(query));
});
