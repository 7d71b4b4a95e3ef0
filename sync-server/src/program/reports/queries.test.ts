import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { Report } from '@sunloop/shared-types/program/reports.ts';
import type { ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { findReport } from './queries.ts';

// A Wednesday; its week began on the 16th.
const NOW = new Date('2026-11-18T12:00:00.000Z');

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ada = await makeCustomer(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  await server.sql('delete from reward_history');
  await server.sql('delete from referrals');
});

const report = async () => v.parse(Report, await findReport(server.database.orm.em.fork(), NOW));

interface Row {
  user?: TestPerson | undefined;
  status?: ReferralStatus;
  createdAt?: string;
}

async function addReferral({ user = ada, status = 'submitted', ...row }: Row = {}) {
  const id = randomUUID();
  const { createdAt = NOW.toISOString() } = row;
  await server.sql(
    `insert into referrals (id, user_id, name, email, status, created_at, updated_at)
     values (:id, :user, 'Friend', :id || '@x.y', :status, :createdAt, :createdAt)`,
    { id, user: user.user.id, status, createdAt },
  );
  return id;
}

interface Line {
  user?: TestPerson | undefined;
  referralId?: string | null;
  cents?: number;
  createdAt?: string;
  paidAt?: string | null;
}

async function addLine({ user = ada, referralId = null, cents = 30_000, ...times }: Line = {}) {
  const { createdAt = NOW.toISOString(), paidAt = null } = times;
  await server.sql(
    `insert into reward_history (id, user_id, referral_id, amount, amount_cents, description, created_at, paid_at)
     values (gen_random_uuid(), :user, :referralId, 'x', :cents, 'x', :createdAt, :paidAt)`,
    { user: user.user.id, referralId, cents, createdAt, paidAt },
  );
}

/** A completed referral that was paid this many days after it came in. */
async function addCompleted(days: number): Promise<string> {
  const created = NOW.getTime() - 200 * DAY_MS;
  const createdAt = new Date(created).toISOString();
  const referralId = await addReferral({ status: 'completed', createdAt });
  await addLine({ referralId, createdAt: new Date(created + days * DAY_MS).toISOString() });
  return referralId;
}

test('Without any referral every week, bucket and month is included with zeros', async () => {
  const { weeks, completion, medianDays, payoutMonths, topReferrers } = await report();
  const none = { submitted: 0, contact_made: 0, in_progress: 0, completed: 0 };
  expect(weeks).toHaveLength(26);
  expect(weeks[0]).toEqual({ week: '2026-05-25', ...none });
  expect(weeks.at(-1)).toEqual({ week: '2026-11-16', ...none });
  expect(completion).toEqual([7, 14, 30, 60, 90, null].map((days) => ({ days, referrals: 0 })));
  expect(payoutMonths).toHaveLength(12);
  expect(payoutMonths[0]?.month).toBe('2025-12');
  expect(payoutMonths.at(-1)).toEqual({
    month: '2026-11',
    users: 0,
    lines: 0,
    amountCents: 0,
    paidCents: 0,
    unpaidLines: 0,
  });
  expect([medianDays, topReferrers]).toEqual([null, []]);
});

test('A referral counts in the week it came in, which begins on Monday in UTC, by its current status', async () => {
  await addReferral({ createdAt: '2026-11-16T00:00:00.000Z', status: 'in_progress' });
  await addReferral({ createdAt: '2026-11-15T23:59:59.999Z', status: 'completed' });
  await addReferral({ createdAt: '2026-11-09T00:00:00.000Z', status: 'completed' });
  await addReferral({ createdAt: '2026-05-25T00:00:00.000Z', status: 'contact_made' });
  await addReferral({ createdAt: '2026-05-24T23:59:59.999Z' });
  const { weeks } = await report();
  expect(weeks.at(-1)).toMatchObject({ in_progress: 1, completed: 0 });
  expect(weeks.at(-2)).toMatchObject({ week: '2026-11-09', in_progress: 0, completed: 2 });
  expect(weeks[0]).toMatchObject({ contact_made: 1, submitted: 0 });
});

test('Time to completion ends when the ledger paid, and buckets include their upper ends', async () => {
  for (const days of [0, 7, 7.01, 14, 31, 90, 90.5, 150]) await addCompleted(days);
  await addReferral({ status: 'in_progress' });
  const { completion, medianDays } = await report();
  expect(completion.map(({ referrals }) => referrals)).toEqual([2, 2, 0, 1, 1, 2]);
  expect(medianDays).toBe(14);
});

test('A referral completed a second time counts from the second payment', async () => {
  const referralId = await addCompleted(3);
  const createdAt = (days: number) => new Date(NOW.getTime() - (200 - days) * DAY_MS).toISOString();
  await addLine({ referralId, cents: -30_000, createdAt: createdAt(5) });
  await addLine({ referralId, createdAt: createdAt(20.25) });
  expect((await report()).medianDays).toBe(20.3);
});

test('Months add up the ledger, with reversals in the month they were written, and what was marked as paid', async () => {
  const zoe = await makeCustomer(server);
  await addLine({ createdAt: '2026-10-31T23:59:59.999Z', paidAt: '2026-11-02T00:00:00.000Z' });
  await addLine({ createdAt: '2026-11-01T00:00:00.000Z', cents: -30_000 });
  await addLine({ user: zoe, cents: 40_000, paidAt: NOW.toISOString() });
  await addLine({ createdAt: '2025-11-30T00:00:00.000Z' });
  const { payoutMonths } = await report();
  expect(payoutMonths.slice(-2)).toEqual([
    {
      month: '2026-10',
      users: 1,
      lines: 1,
      amountCents: 30_000,
      paidCents: 30_000,
      unpaidLines: 0,
    },
    {
      month: '2026-11',
      users: 2,
      lines: 2,
      amountCents: 10_000,
      paidCents: 40_000,
      unpaidLines: 1,
    },
  ]);
  expect(payoutMonths.reduce((sum, { lines }) => sum + lines, 0)).toBe(3);
});

test('The ten with the most completed referrals lead; ties go by all referrals', async () => {
  const people = [];
  for (let n = 0; n < 11; n += 1) people.push(await makeCustomer(server));
  for (const user of people) await addReferral({ user });
  const [first, second] = people.toReversed();
  for (let n = 0; n < 2; n += 1) await addReferral({ user: first, status: 'completed' });
  await addReferral({ user: second });
  await addLine({ user: first, cents: 70_000 });
  await addLine({ user: first, cents: -30_000 });
  const { topReferrers } = await report();
  expect(topReferrers).toHaveLength(10);
  expect(topReferrers.slice(0, 2)).toEqual([
    {
      userId: first?.user.id,
      username: first?.user.username,
      email: first?.user.email,
      referrals: 3,
      completed: 2,
      amountCents: 40_000,
    },
    expect.objectContaining({ userId: second?.user.id, referrals: 2, completed: 0 }),
  ]);
});

test('Only admins can read it over HTTP', async () => {
  const { client } = await makeAdmin(server);
  expect((await client.call(routes.report)).body.weeks).toHaveLength(26);
  expect((await ada.client.refuse(routes.report)).status).toBe(403);
  expect((await server.client().refuse(routes.report)).status).toBe(401);
});
