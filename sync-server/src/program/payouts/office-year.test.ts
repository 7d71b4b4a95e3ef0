import { TIME_ZONE_SETTING } from '@sunloop/shared-types/ground/time-zone.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateReportCounts } from '../reports/update-counts.ts';
import { makeAdmin, makeCustomer, refer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { waitUntilBlocked } from '../../test/waiting.ts';
import { findReport } from '../reports/queries.ts';
import { findPayRun } from './pay-run.ts';
import { findPayoutMonths, findPayoutsOfMonth } from './queries.ts';

let server: TestServer;
let admin: TestPerson;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [admin, person] = [await makeAdmin(server), await makeCustomer(server)];
});
afterEach(async () => {
  await setZone('UTC');
  await server.sql('delete from reward_history where true');
});

const em = () => server.database.orm.em.fork();
const setZone = (value: string, by = admin) =>
  by.client.call(routes.changeSetting, { params: { key: TIME_ZONE_SETTING }, body: { value } });

/** 20:00 on December 31 in New York, when it is next year already in UTC. */
const EVE = '2027-01-01T01:00:00Z';

/** A line of the ledger, earned and maybe paid at these moments. */
const addLine = (cents: number, at: string, paidAt: string | null = at) =>
  server.sql(
    `insert into reward_history (id, user_id, amount, amount_cents, description, date, created_at, paid_at)
     values (gen_random_uuid(), ?, '$' || ?::int / 100, ?, 'x', ?, ?, ?)`,
    [person.user.id, cents, cents, at, at, paidAt],
  );
async function paidIn(now: string): Promise<number | undefined> {
  await addLine(100, now, null);
  const run = await findPayRun(em(), new Date(now));
  await server.sql('delete from reward_history where paid_at is null');
  return run.people.find(({ userId }) => userId === person.user.id)?.paidThisYearCents;
}

describe('A year of payments', () => {
  test('is the office’s', async () => {
    await setZone('America/New_York');
    await addLine(5000, EVE);
    expect(await paidIn('2027-01-01T02:00:00Z')).toBe(5000);
    expect((await findPayRun(em(), new Date('2027-01-01T02:00:00Z'))).year).toBe(2026);
    expect((await findPayRun(em(), new Date('2027-01-01T06:00:00Z'))).year).toBe(2027);
    expect(await paidIn('2027-01-01T06:00:00Z')).toBe(0);
  });

  test('keeps what was paid in it, whatever zone is set later, so that nothing is in two years or in none', async () => {
    await addLine(5000, EVE);
    expect([await paidIn('2026-12-31T12:00:00Z'), await paidIn('2027-02-01T00:00:00Z')]).toEqual([
      0, 5000,
    ]);
    await setZone('America/New_York');
    expect([await paidIn('2026-12-31T12:00:00Z'), await paidIn('2027-02-01T00:00:00Z')]).toEqual([
      0, 5000,
    ]);
  });

  test('has a line marked anew in the year of the new mark', async () => {
    await addLine(5000, '2026-06-01T00:00:00Z');
    const mark = (at: string | null) =>
      server.sql('update reward_history set paid_at = ? where user_id = ?', [at, person.user.id]);
    await mark(null);
    expect(await server.sql('select paid_on from reward_history')).toEqual([{ paid_on: null }]);
    await mark('2027-03-01T00:00:00Z');
    expect([await paidIn('2026-12-31T12:00:00Z'), await paidIn('2027-04-01T00:00:00Z')]).toEqual([
      0, 5000,
    ]);
  });
});

test('Months of the ledger are the office’s, and are counted anew when it moves', async () => {
  await addLine(5000, EVE);
  const months = async () =>
    (await findPayoutMonths(em())).map(({ month, users, lines, amountCents, paidCents }) =>
      [month, users, lines, amountCents, paidCents].join(),
    );
  expect(await months()).toEqual(['2027-01,1,1,5000,5000']);
  await setZone('America/New_York');
  expect(await months()).toEqual(['2026-12,1,1,5000,5000']);
  expect(await findPayoutsOfMonth(em(), '2026-12')).toHaveLength(1);
  expect(await findPayoutsOfMonth(em(), '2027-01')).toHaveLength(0);
  await addLine(700, '2027-01-01T05:00:00Z', null);
  expect(await months()).toEqual(['2027-01,1,1,700,0', '2026-12,1,1,5000,5000']);
  await server.sql('delete from reward_history where paid_at is not null');
  expect(await months()).toEqual(['2027-01,1,1,700,0']);
});

test('A move that waits for housekeeping to end its count holds up no payment', async () => {
  await addLine(5000, EVE, null);
  const counting = em();
  await counting.begin();
  await counting.execute('select 1 from report_mark for update');
  const moving = setZone('America/New_York');
  await waitUntilBlocked(server.database);
  await server.sql('update reward_history set paid_at = now() where true');
  await counting.commit();
  expect((await moving).status).toBe(200);
});

test('Days of the report are the office’s, and are counted anew when it moves', async () => {
  const [friend] = await refer(person, 1);
  // A Monday in UTC, and still Sunday in New York.
  const at = '2026-11-23T02:00:00Z';
  await server.sql('update referrals set created_at = ? where id = ?', [at, friend]);
  const weeks = async () => {
    const { weeks: all } = await findReport(em(), new Date('2026-11-26T12:00:00Z'));
    return all.filter(({ submitted }) => submitted > 0).map(({ week }) => week);
  };
  expect(await weeks()).toContain('2026-11-23');
  await setZone('America/New_York');
  await updateReportCounts(em());
  expect(await weeks()).toContain('2026-11-16');
});

test('A day of the audit log is the office’s', async () => {
  await setZone('Asia/Tokyo');
  await server.sql(
    `insert into audit_logs (id, action, entity, created_at)
     values (gen_random_uuid(), 'test.night', 'user', '2026-11-27T20:00:00Z')`,
  );
  const found = async (day: string) => {
    const query = { from: day, to: day, action: 'test.night' };
    return (await admin.client.call(routes.auditLogs, { query })).body.length;
  };
  expect([await found('2026-11-27'), await found('2026-11-28')]).toEqual([0, 1]);
});

test('Today is the office’s for whom to call', async () => {
  const now = new Date();
  const ahead = now.getUTCHours() >= 12 ? 'Pacific/Kiritimati' : 'Etc/GMT+12';
  const days = now.getUTCHours() >= 12 ? 1 : -1;
  await setZone(ahead);
  const [row] = await server.sql<{ apart: number }>(
    `select office_time(now())::date - (now() at time zone 'utc')::date as apart`,
  );
  expect(row?.apart).toBe(days);
});

test.each(['Nowhere', 'America/Nowhere', '+02:00', '', 'EST5EDT4', 'posix/UTC; drop', '../x'])(
  '%j is no time zone',
  async (value) => {
    const params = { key: TIME_ZONE_SETTING };
    const refused = await admin.client.refuse(routes.changeSetting, { params, body: { value } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid' } });
  },
);
