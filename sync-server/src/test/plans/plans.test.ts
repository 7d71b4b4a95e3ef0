// @module-tag sweep
import { ssoRoutes } from '@sunloop/shared-types/accounts/sso-routes.ts';
import { REFERRAL_COLUMNS } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateReportCounts } from '../../program/reports/update-counts.ts';
import { decodeCursor, encodeCursor } from '../../db/query/cursor.ts';
import { fillSearch } from '../../../operate/housekeeping/fill-search.ts';
import type { Orm } from '../../db/orm.ts';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { seedSignIn, writeSeedData } from '../../../operate/install/seed-data.ts';
import { aCall } from '../calls.ts';
import type { CallInput, TestClient } from '../client.ts';
import { makeCustomer } from '../people.ts';
import { makeSampleWorld, sampleCalls, type SampleWorld } from '../sample-calls.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { fillQuickly } from '../../../operate/install/seed/fill-quickly.ts';
import { findSeqScans, recordStatements } from './plans.ts';

const SIZE = { users: 1_000, referrals: 200_000 };
const BIG = new Set([
  'referrals',
  'referral_search',
  'reward_history',
  'user_achievements',
  'login_attempts',
  'sessions',
  'audit_logs',
  'users',
  'taken_referrals',
]);

let server: TestServer;
let world: SampleWorld;
let customer: TestClient;
let calls: Record<RouteName, CallInput>;
let seeded: string;
let recorded: ReturnType<typeof recordStatements>;
// Plans are requested on separate connections, so that the requests are not recorded.
let explainer: Orm;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 });
  const { orm } = server.database;
  await fillQuickly(orm, async () => {
    await writeSeedData(orm, SIZE);
    await fillSearch(orm);
  });
  await updateReportCounts(orm.em.fork());
  explainer = await openOrm({ url: server.database.url });
  world = await makeSampleWorld(server);
  customer = server.client();
  const user = (await customer.call(routes.logIn, { body: seedSignIn })).body;
  await addOnBehalf(user.id);
  calls = sampleCalls({ ...world, owner: { client: customer, user } });
  const query = { q: '.29117@friends', limit: '1' };
  seeded = (await world.admin.client.call(routes.adminReferrals, { query })).body[0]?.id ?? '';
  recorded = recordStatements(server.database.orm);
});
afterAll(async () => {
  await explainer.close(true);
  await server.close();
});

/** The person took some of very many referrals that were taken for others. */
async function addOnBehalf(id: string): Promise<void> {
  const insert = 'insert into taken_referrals (referral_id, user_id, taken_by) select id, user_id,';
  await server.sql('update users set may_take = true where id = ?', [id]);
  await server.sql(`${insert} ?::uuid from referrals where user_id <> ? order by id limit 300`, [
    id,
    id,
  ]);
  await server.sql(
    `${insert} gen_random_uuid() from referrals order by id desc limit 20000 on conflict do nothing`,
  );
  await server.sql('analyze taken_referrals');
}

async function findScans(isWatched: (table: string) => boolean) {
  const statements = recorded.take();
  expect(statements.length).toBeGreaterThan(0);
  const scans = await Promise.all(
    statements.map(async (statement) => {
      const tables = await findSeqScans(explainer, statement);
      return tables.filter(isWatched).map((table) => `${table}: ${statement}`);
    }),
  );
  return scans.flat();
}
const isBig = (table: string) => BIG.has(table);

const person = () => ({ name: 'Some Body', email: `${randomUUID()}@example.com` });
const ofCustomers = (Object.entries<Route>(routes) as [RouteName, Route][])
  // Without an identity provider, single sign-on asks the database nothing.
  .filter(([name, { access }]) => access !== 'admin' && !Object.hasOwn(ssoRoutes, name))
  .map(([name]) => name);

test.each(ofCustomers)('%s does not read a whole big table', async (name) => {
  const route: Route = routes[name];
  const path = route.path.replaceAll(
    /:(\w+)/g,
    (_, key: string) => calls[name].params?.[key] ?? '',
  );
  const query = calls[name].query ? `?${new URLSearchParams(calls[name].query).toString()}` : '';
  const body = calls[name].body === undefined ? {} : { body: JSON.stringify(calls[name].body) };
  const headers = { 'Content-Type': 'application/json' };
  // Refusals (another's id, a wrong password) do most of the work too.
  const stranger = name === 'logOut' ? (await makeCustomer(server)).client : server.client();
  const client = route.access === 'public' ? stranger : customer;
  recorded.take();
  await client.fetch(path + query, { method: route.method, headers, ...body });
  expect(await findScans(isBig)).toEqual([]);
});

test.each<[string, Route, () => CallInput]>([
  ['a new referral', routes.addReferral, () => ({ body: person() })],
  [
    'a batch of 100',
    routes.pushReferrals,
    () => ({
      body: { referrals: Array.from({ length: 100 }, () => ({ ...person(), id: randomUUID() })) },
    }),
  ],
  [
    'a referral taken for another customer',
    routes.pushTaken,
    () => ({ body: { rows: [{ ...person(), id: randomUUID(), for: '00000002' }] } }),
  ],
  ['a new name', routes.changeProfile, () => ({ body: { username: `n-${randomUUID()}` } })],
  [
    'a right password',
    routes.logIn,
    () => ({ body: { ...seedSignIn, email: 'seed-2@seed.example' } }),
  ],
  [
    'a quote by a link',
    routes.requestQuote,
    () => ({
      body: { ...person(), phone: '1', referralCode: '00000002' },
    }),
  ],
])('%s does not read a whole big table', async (_, route, input) => {
  recorded.take();
  await customer.call(route, input());
  expect(await findScans(isBig)).toEqual([]);
});

test('pulls of changes do not read a whole big table', async () => {
  const own = await customer.call(routes.pullReferrals, { query: { since: '' } });
  const cursor = decodeCursor(own.body.cursor);
  if (!cursor) throw new Error('no cursor');
  // An admin's is not asked for with everything, which passes its deadline on a busy machine.
  for (const [client, route, reader] of [
    [customer, routes.pullReferrals, cursor.reader],
    [world.admin.client, routes.pullAdminReferrals, 'admin'],
  ] as const) {
    recorded.take();
    const since = encodeCursor({ ...cursor, reader });
    expect((await client.call(route, { query: { since } })).body.full).toBe(false);
    expect(await findScans(isBig)).toEqual([]);
  }
});

const sorts = ['', ...REFERRAL_COLUMNS.flatMap((column) => [column, `-${column}`])];
const month = { from: '2026-01-01T00:00:00Z', before: '2026-02-01T00:00:00Z' };

test.each<Record<string, string>>([
  {},
  { status: 'contact_made' },
  { status: 'contact_made,completed' },
  { mark: 'late' },
  { mark: 'duplicate' },
  month,
  { status: 'completed', ...month },
  { q: '.29117@friends' },
  { q: 'nobody has it' },
  // Of no word three letters.
  { q: 'z.z' },
  { q: 'friends.example' },
  { q: 'seed-12', status: 'submitted', mark: 'late', ...month },
])('an admin’s pages and counts of referrals are read by indexes: %j', async (filter) => {
  const isReferrals = (table: string) => ['referrals', 'referral_search'].includes(table);
  const list = routes.adminReferrals.path;
  const page = async (path: string) => {
    const { headers } = await world.admin.client.fetch(path);
    expect(await findScans(isReferrals)).toEqual([]);
    return /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
  };
  recorded.take();
  for (const sort of sorts) {
    const query = new URLSearchParams({ ...filter, ...(sort && { sort }), limit: '50' });
    const next = await page(`${list}?${query.toString()}`);
    if (next !== undefined) await page(next);
  }
  // A text that all have is counted from the first row on, and no further than the bound.
  if (filter['q'] === 'friends.example') return;
  await world.admin.client.call(routes.countAdminReferrals, { query: filter });
  expect(await findScans(isReferrals)).toEqual([]);
});

test.each<[string, Route, () => CallInput]>([
  ['a referral’s page', routes.adminReferral, () => ({ params: { id: seeded } })],
  ['a user’s page', routes.userDetail, () => calls.userDetail],
  [
    'a user’s referrals',
    routes.adminReferrals,
    () => ({ query: { referrer: world.owner.user.id, limit: '100' } }),
  ],
  ['the end of sessions', routes.endSessions, () => ({ params: { id: world.owner.user.id } })],
  ['the newest lines of the log', routes.auditLogs, () => ({})],
  ['a rare action in the log', routes.auditLogs, () => ({ query: { action: 'setting.change' } })],
  [
    'a user in the log',
    routes.auditLogs,
    () => ({ query: { userId: calls.checkAchievements.params?.['userId'] ?? '' } }),
  ],
  ['the figures of the overview', routes.adminStats, () => ({})],
  ['everybody’s calls', routes.callList, () => ({})],
  ['one’s own calls', routes.callList, () => ({ query: { owner: 'mine' } })],
  ['nobody’s calls', routes.callList, () => ({ query: { owner: 'nobody' } })],
  ['a taken lead', routes.changeLead, () => ({ params: { id: seeded }, body: { owner: 'me' } })],
  ['a call', routes.actOnReferrals, () => ({ body: { acts: [aCall(seeded, 'no_answer')] } })],
  ['the report', routes.report, () => ({})],
  ['the months of the ledger', routes.payoutMonths, () => ({})],
  ['a mark as paid', routes.markPayouts, () => ({ body: { ids: [randomUUID()], isPaid: 'true' } })],
  [
    'an act on a referral',
    routes.actOnReferrals,
    () => ({
      body: { acts: [{ act: 'status', id: seeded, status: 'completed', expected: 'submitted' }] },
    }),
  ],
])('%s does not read a whole big table', async (_, route, input) => {
  recorded.take();
  await world.admin.client.call(route, input());
  expect(await findScans((table) => isBig(table) && table !== 'users')).toEqual([]);
});
