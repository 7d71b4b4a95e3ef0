import type { Payout } from '@sunloop/shared-types/program/admin-reward.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

interface Lines {
  person?: TestPerson;
  cents?: number;
  createdAt?: string;
}

/** Lines with these amounts in the ledger of a new user. */
async function addLines(lines: Lines[]): Promise<string[]> {
  const { user } = await makeCustomer(server);
  const ids: string[] = [];
  for (const { person, cents = 30_000, createdAt = new Date().toISOString() } of lines) {
    const id = uuidv7();
    await server.sql(
      `insert into reward_history (id, user_id, amount, amount_cents, description, date, created_at)
       values (:id, :user, '$' || :cents::int / 100, :cents, 'x', :createdAt, :createdAt)`,
      { id, user: person?.user.id ?? user.id, cents, createdAt },
    );
    ids.push(id);
  }
  return ids;
}

async function mark(ids: string[], isPaid: 'true' | 'false', by = admin): Promise<Payout[]> {
  return (await by.client.call(routes.markPayouts, { body: { ids, isPaid } })).body;
}
const ofMonth = async (month: string) =>
  (await admin.client.call(routes.payoutsOfMonth, { query: { month } })).body;
const auditLines = (id: string) =>
  server.sql<{ action: string; user_id: string; details: string }>(
    `select action, user_id, details from audit_logs where entity = 'payout' and strpos(details, :id) > 0
     order by created_at, id`,
    { id },
  );
/** The marks of these lines in order: who made them, and whether as paid. */
const marksOf = (ids: string[]) =>
  server.sql<object>(
    `select is_paid, marked_by, count(distinct reward_id)::int as lines from payout_marks
     where reward_id in (select value::uuid from jsonb_array_elements_text(:ids::jsonb))
     group by is_paid, marked_by, marked_at order by marked_at`,
    { ids: JSON.stringify(ids) },
  );
const stored = async (id: string) =>
  (
    await server.sql<{ paid_at: string | null; paid_by: string | null }>(
      'select paid_at, paid_by from reward_history where id = :id',
      { id },
    )
  )[0];

test('A line marked as paid says when in the ledger, and by whom in the audit log', async () => {
  const [id = '', other = ''] = await addLines([{}, {}]);
  const [line] = await mark([id], 'true');
  expect(line).toMatchObject({ id, amount: '$300', amountCents: 30_000 });
  expect(Date.now() - Date.parse(line?.paidAt ?? '')).toBeLessThan(60_000);
  expect(await stored(id)).toMatchObject({ paid_by: admin.user.id });
  expect(await stored(other)).toEqual({ paid_at: null, paid_by: null });
  const month = line?.createdAt.slice(0, 7);
  const details = `1 line, $300; ${month}; for 1 person; ids ${id}`;
  expect(await auditLines(id)).toEqual([
    { action: 'payout.mark_paid', user_id: admin.user.id, details },
  ]);
});

test('Marking twice keeps the first time and admin and writes no second audit line', async () => {
  const ids = await addLines([{}]);
  const first = await mark(ids, 'true');
  const second = await mark(ids, 'true', await makeAdmin(server));
  expect(second).toEqual(first);
  expect(await stored(ids[0] ?? '')).toMatchObject({ paid_by: admin.user.id });
  expect(await auditLines(ids[0] ?? '')).toHaveLength(1);
});

test('A mark can be taken back, which is audited too', async () => {
  const ids = await addLines([{}, { cents: -10_000 }]);
  await mark(ids, 'true');
  for (const line of await mark(ids, 'false')) expect(line.paidAt).toBeNull();
  await mark(ids, 'false');
  const lines = await auditLines(ids[1] ?? '');
  expect(lines.map(({ action }) => action)).toEqual(['payout.mark_paid', 'payout.mark_unpaid']);
  expect(lines[0]?.details).toMatch(/^2 lines, \$200; /);
  expect(await marksOf(ids)).toEqual([
    { is_paid: true, marked_by: admin.user.id, lines: 2 },
    { is_paid: false, marked_by: admin.user.id, lines: 2 },
  ]);
});

test('Ids that are not in the ledger are left out of the answer, the others are marked', async () => {
  const [id = ''] = await addLines([{}]);
  const answer = await mark([randomUUID(), id, id, randomUUID()], 'true');
  expect(answer.map((line) => line.id)).toEqual([id]);
  expect(await mark([randomUUID()], 'true')).toEqual([]);
});

test('Two admins who mark the same 500 lines at once both succeed, and each mark is audited once', async () => {
  const { user } = await makeCustomer(server);
  const rows = await server.sql<{ id: string }>(
    `insert into reward_history (id, user_id, amount, amount_cents, description)
     select gen_random_uuid(), :user, '$1', 100, 'x' from generate_series(1, 500) returning id`,
    { user: user.id },
  );
  const ids = rows.map(({ id }) => id);
  const other = await makeAdmin(server);
  const answers = await Promise.all([
    mark(ids, 'true'),
    mark(ids.toReversed(), 'true', other),
    mark(ids, 'true', other),
  ]);
  for (const answer of answers) expect(answer).toHaveLength(500);
  const [told, ...others] = await server.sql<{ details: string }>(
    `select details from audit_logs where entity = 'payout' and user_id in (:admin, :other)
       and details like '500 lines%'`,
    { admin: admin.user.id, other: other.user.id },
  );
  expect(others).toEqual([]);
  expect(told?.details).toMatch(
    /^500 lines, \$500; \d{4}-\d\d; for 1 person; ids .+ and 497 more$/,
  );
  expect(told?.details.length).toBeLessThan(300);
  // Which 500 they were is recorded line by line.
  expect(await marksOf(ids)).toMatchObject([{ is_paid: true, lines: 500 }]);
});

test.each([
  { ids: [], isPaid: 'true' },
  { ids: Array.from({ length: 501 }, () => randomUUID()), isPaid: 'true' },
  { ids: ['x'], isPaid: 'true' },
  { ids: [randomUUID()], isPaid: true },
])('Bad input is refused', async (body) => {
  const { status } = await admin.client.refuse(routes.markPayouts, { body });
  expect(status).toBe(400);
});

test('Only admins mark lines, and customers see when theirs was paid but not by whom', async () => {
  const person = await makeCustomer(server);
  const [id = ''] = await addLines([{ person }]);
  const body = { ids: [id], isPaid: 'true' };
  expect((await person.client.refuse(routes.markPayouts, { body })).status).toBe(403);
  expect((await server.client().refuse(routes.markPayouts, { body })).status).toBe(401);
  expect(await stored(id)).toEqual({ paid_at: null, paid_by: null });
  await mark([id], 'true');
  const [line] = (await person.client.call(routes.rewardHistory)).body;
  expect(line?.paidAt).toEqual(expect.any(String));
  expect(line).not.toHaveProperty('paidBy');
});

test('A month holds the lines written in it in UTC, newest first', async () => {
  const times = [
    '03-01T00:00:00.000',
    '03-31T23:59:59.999',
    '02-28T23:59:59.999',
    '04-01T00:00:00.000',
  ];
  const ids = await addLines(times.map((time) => ({ createdAt: `2001-${time}Z` })));
  expect((await ofMonth('2001-03')).map(({ id }) => id)).toEqual([ids[1], ids[0]]);
  expect(await ofMonth('2001-05')).toEqual([]);
  expect(await ofMonth('9999-12')).toEqual([]);
});

test.each(['2026-13', '2026-1', '0000-01', 'now', ''])('%j is not a month', async (month) => {
  const answer = await admin.client.refuse(routes.payoutsOfMonth, { query: { month } });
  expect(answer).toMatchObject({ status: 400, body: { fields: { month: expect.any(String) } } });
});

test('Months are listed with their sums after the last mark, newest first', async () => {
  const createdAt = '2002-05-05T00:00:00.000Z';
  const ids = await addLines([{ createdAt }, { createdAt, cents: -10_000 }]);
  await addLines([
    { createdAt, cents: 5_050 },
    { createdAt: '2002-06-01T00:00:00.000Z', cents: 0 },
  ]);
  await mark(ids, 'true');
  const { body } = await admin.client.call(routes.payoutMonths);
  const months = body.map(({ month }) => month);
  expect(months).toEqual(months.toSorted().toReversed());
  expect(body.filter(({ month }) => month.startsWith('2002'))).toEqual([
    { month: '2002-06', users: 1, lines: 1, amountCents: 0, paidCents: 0, unpaidLines: 1 },
    {
      month: '2002-05',
      users: 2,
      lines: 3,
      amountCents: 25_050,
      paidCents: 20_000,
      unpaidLines: 1,
    },
  ]);
});

test('A month’s file holds only its lines, with amounts as numbers and when they were paid', async () => {
  const ids = await addLines([{ createdAt: '2003-07-07T00:00:00.000Z', cents: -30_000 }]);
  const [line] = await mark(ids, 'true');
  const response = await admin.client.fetch('/api/admin/payouts?month=2003-07&format=csv');
  expect(response.headers.get('content-disposition')).toContain('"payouts-2003-07.csv"');
  const [header, row, end] = (await response.text()).split('\r\n');
  expect(header).toMatch(/,id,amountCents,paidAt$/);
  expect(row?.endsWith(`,${ids[0]},-30000,${line?.paidAt}`)).toBe(true);
  expect(end).toBe('');
});
