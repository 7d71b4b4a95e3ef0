import type { Route } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpiredRows } from '../../../operate/housekeeping/housekeeping.ts';
import type { Orm } from '../../db/orm.ts';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { seedSignIn, writeSeedData } from '../../../operate/install/seed-data.ts';
import type { CallInput, TestClient } from '../client.ts';
import { waitForWriters } from '../database.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../people.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { fillQuickly } from '../../../operate/install/seed/fill-quickly.ts';
import { findPlan, recordStatements, type Plan } from './plans.ts';

/** Rows that the statistics claim for each growing table; some thousands are really stored. */
const ROWS = 10_000_000;
/** Has as many referrals as most; the first seeded customer has the most. */
const AVERAGE = { ...seedSignIn, email: 'seed-375@seed.example' };
const GROWING = [
  'referrals',
  'reward_history',
  'audit_logs',
  'login_attempts',
  'quotes',
  'referral_acts',
  'referral_tombstones',
  'sessions',
  'rate_limits',
];
/**
 * Walking ten million rows by an index costs 150,000 for looking at them alone; one person's rows cost far
 * less.
 */
const COST_MAX = 140_000;

const FILL = `
  insert into quotes (id, referral_code, name, email, phone, status, created_at, settled_at)
  select gen_random_uuid(), lpad((n % 500)::text, 8, '0'), 'Q', 'q-' || n || '@x.example', '1',
    case when n % 3 = 0 then 'open' else 'closed' end, now() - make_interval(hours => n),
    case when n % 3 > 0 then now() - make_interval(hours => n) end
  from generate_series(1, 10000) n;
  insert into referral_acts (key, referral_id, done_at)
  select gen_random_uuid(), gen_random_uuid(), now() - make_interval(hours => n)
  from generate_series(1, 10000) n;
  insert into referral_tombstones (id, user_id, deleted_at)
  select gen_random_uuid(), gen_random_uuid(), now() - make_interval(hours => n)
  from generate_series(1, 10000) n;
  insert into rate_limits (key, window_start, count)
  select 'k' || n, now() - make_interval(mins => n), 1 from generate_series(1, 10000) n;
  insert into audit_logs (id, user_id, action, entity, entity_id, details, created_at)
  select gen_random_uuid(), u.id, 'referral.status', 'referral', gen_random_uuid(), 'x',
    now() - make_interval(hours => n)
  from users u, generate_series(1, 20) n;
  update login_attempts set attempted_at = now() - random() * interval '90 days';
  analyze`;

// The tables keep their number of pages, but each page is claimed to hold that many more rows.
const PRETEND = `
  update pg_class i set reltuples = i.reltuples * (:rows / t.reltuples)
  from pg_class t join pg_index x on x.indrelid = t.oid
  where i.oid = x.indexrelid and t.relname = :table and t.reltuples > 0;
  update pg_class set reltuples = :rows where relname = :table and relkind = 'r'`;

let server: TestServer;
let admin: TestPerson;
let customer: TestClient;
let customerId: string;
let referralId: string;
let recorded: ReturnType<typeof recordStatements>;
// Plans are requested on separate connections, so that the requests are not recorded.
let explainer: Orm;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 });
  const { orm, url } = server.database;
  await fillQuickly(orm, () => writeSeedData(orm, { users: 1500, referrals: 5000 }));
  admin = await makeAdmin(server);
  customer = server.client();
  customerId = (await customer.call(routes.logIn, { body: AVERAGE })).body.id;
  const [own] = (await customer.call(routes.listReferrals)).body;
  referralId = own?.id ?? '';
  explainer = await openOrm({ url });
  for (const table of GROWING) {
    await explainer.em.fork().execute(`alter table ${table} set (autovacuum_enabled = false)`);
  }
  for (const statement of FILL.split(';')) await explainer.em.fork().execute(statement);
  for (const table of GROWING) await pretend(table);
  recorded = recordStatements(orm);
});
afterAll(async () => {
  await explainer.close(true);
  await server.close();
});

async function pretend(table: string): Promise<void> {
  for (const statement of PRETEND.split(';')) {
    await explainer.em.fork().execute(statement, { rows: ROWS, table });
  }
}

/** Statements whose plans cost as much as reading a growing table, with the reason. */
async function findFaults(statements: readonly string[]): Promise<string[]> {
  expect(statements.length).toBeGreaterThan(0);
  const plans = await Promise.all(statements.map((statement) => findPlan(explainer, statement)));
  return statements.flatMap((statement, at) => {
    const plan = plans[at];
    return plan && isFault(plan) ? [`${JSON.stringify(plan)} ${statement}`] : [];
  });
}

function isFault({ scans, cost }: Plan): boolean {
  return cost > COST_MAX || scans.some((table) => GROWING.includes(table));
}

const person = () => ({ name: 'Some Body', email: `${randomUUID()}@example.com` });
const byId = (id: string) => ({ params: { id } });

test.each<[string, Route, () => CallInput]>([
  ['a sign-in', routes.logIn, () => ({ body: AVERAGE })],
  ['a new referral', routes.addReferral, () => ({ body: person() })],
  [
    'a batch',
    routes.pushReferrals,
    () => ({ body: { referrals: [1, 2, 3].map(() => ({ ...person(), id: randomUUID() })) } }),
  ],
  ['one’s referrals', routes.listReferrals, () => ({})],
  ['one’s rewards', routes.rewardHistory, () => ({})],
  ['one’s figures', routes.stats, () => ({})],
  ['a new name', routes.changeProfile, () => ({ body: { username: `n-${randomUUID()}` } })],
  ['one’s own data', routes.exportAccount, () => ({})],
  [
    'a quote by a link',
    routes.requestQuote,
    () => ({ body: { ...person(), phone: '1', referralCode: '00000003' } }),
  ],
])('%s does not read a whole growing table', async (_, route, input) => {
  recorded.take();
  await customer.call(route, input());
  expect(await findFaults(recorded.take())).toEqual([]);
});

test.each<[string, Route, () => CallInput]>([
  ['a page of referrals', routes.adminReferrals, () => ({ query: { limit: '50' } })],
  [
    'a user’s referrals',
    routes.adminReferrals,
    () => ({ query: { referrer: customerId, limit: '50' } }),
  ],
  ['the newest lines of the log', routes.auditLogs, () => ({})],
  ['a rare action in the log', routes.auditLogs, () => ({ query: { action: 'user.erase' } })],
  ['a rare entity in the log', routes.auditLogs, () => ({ query: { entity: 'payout' } })],
  ['a user in the log', routes.auditLogs, () => ({ query: { userId: customerId } })],
  [
    'a day of the log',
    routes.auditLogs,
    () => ({ query: { from: '2026-01-01', to: '2026-01-01' } }),
  ],
  ['a user’s page', routes.userDetail, () => byId(customerId)],
  ['a referral’s page', routes.adminReferral, () => byId(referralId)],
  [
    'an act with a key',
    routes.actOnReferrals,
    () => {
      const act = { act: 'status', id: referralId, expected: 'in_progress', key: randomUUID() };
      return { body: { acts: [{ ...act, status: 'completed' }] } };
    },
  ],
  ['a deletion', routes.deleteReferral, () => byId(referralId)],
  ['the end of sessions', routes.endSessions, () => byId(customerId)],
  ['everything held about a user', routes.exportUser, () => byId(customerId)],
  ['an erasure', routes.eraseUser, () => byId(customerId)],
])('%s does not read a whole growing table', async (_, route, input) => {
  recorded.take();
  await admin.client.call(route, input());
  expect(await findFaults(recorded.take())).toEqual([]);
});

test('changes since a cursor do not read a whole growing table', async () => {
  const { client } = await makeCustomer(server);
  // A cursor waits for anybody who writes in the cluster; this file has finished its own writes.
  await waitForWriters(server.database);
  for (const [caller, route] of [
    [client, routes.pullReferrals],
    [admin.client, routes.pullAdminReferrals],
  ] as const) {
    const { cursor } = (await caller.call(route, { query: { since: '' } })).body;
    recorded.take();
    await caller.call(route, { query: { since: cursor } });
    expect(await findFaults(recorded.take())).toEqual([]);
  }
});

test('housekeeping deletes by each table’s index on age', async () => {
  recorded.take();
  await deleteExpiredRows(server.database.orm);
  const deletions = recorded.take().filter((statement) => statement.startsWith('delete'));
  expect(await findFaults(deletions)).toEqual([]);
  const plans = await Promise.all(deletions.map((statement) => findPlan(explainer, statement)));
  expect(new Set(plans.flatMap((plan) => plan?.indexes ?? []))).toEqual(
    new Set([
      'sessions_expiry',
      'rate_limits_age',
      'login_attempts_newest',
      'audit_logs_newest',
      'quotes_settled',
      'referral_acts_age',
    ]),
  );
});

test('the state of sign-ins reads no more than a day of attempts, besides the sessions it counts', async () => {
  recorded.take();
  await admin.client.call(routes.securityStats);
  const plans = await Promise.all(recorded.take().map((text) => findPlan(explainer, text)));
  expect(plans.flatMap((plan) => plan?.scans ?? [])).not.toContain('login_attempts');
});

// The tests above must notice if somebody drops an index.
test.each([
  ['quotes_settled', 'quotes'],
  ['referral_acts_age', 'referral_acts'],
])('without %s the deletion from %s is reported', async (index, table) => {
  recorded.take();
  await deleteExpiredRows(server.database.orm);
  const deletions = recorded.take().filter((text) => text.startsWith(`delete from ${table}`));
  expect(await findFaults(deletions)).toEqual([]);
  await explainer.em.fork().transactional(async (tx) => {
    await tx.execute(`drop index ${index}`);
    const [row] = await tx.execute<Record<string, unknown>[]>(
      `explain (format json) ${deletions[0] ?? ''}`,
    );
    expect(JSON.stringify(row)).toContain('"Seq Scan"');
    await tx.rollback();
  });
});
