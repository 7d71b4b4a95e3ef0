import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, refer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { findAuditCsv } from './audit-csv.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

const route = routes.auditLogs;

test('The newest line comes first and names who did what from where', async () => {
  const { client, user } = await makeCustomer(server);
  const headers = { 'User-Agent': 'a browser' };
  await client.call(routes.changeProfile, { body: { phone: '1' }, headers });
  const { body } = await admin.client.call(route);
  expect(body[0]).toEqual({
    id: expect.any(String),
    userId: user.id,
    username: user.username,
    action: 'user.change_profile',
    entity: 'user',
    entityId: user.id,
    subject: user.username,
    details: 'phone: none → 1',
    changes: [{ field: 'phone', from: null, to: '1' }],
    ipAddress: '127.0.0.1',
    userAgent: 'a browser',
    createdAt: expect.any(String),
  });
});

test('A line names whose status, password or payouts it was, as they are called now', async () => {
  const [person, other] = [await makeCustomer(server), await makeCustomer(server)];
  const ids = [...(await refer(person, 1)), ...(await refer(other, 1))];
  for (const id of ids) {
    const change = { params: { id }, body: { status: 'completed' } };
    await admin.client.call(routes.changeReferralStatus, change);
  }
  await admin.client.call(routes.resetPassword, { params: { id: person.user.id } });
  const paid = (await admin.client.call(routes.payouts)).body.map(({ id }) => id);
  await admin.client.call(routes.markPayouts, { body: { ids: paid, isPaid: 'true' } });
  await admin.client.call(routes.deleteReferral, { params: { id: ids[1] ?? '' } });
  const { body } = await admin.client.call(route, { query: { limit: '5' } });
  const names = [person.user.username, other.user.username].toSorted().join(', ');
  expect(body.map(({ action, subject }) => [action, subject])).toEqual([
    ['referral.delete', null],
    ['payout.mark_paid', names],
    ['user.reset_password', person.user.username],
    ['referral.status', null],
    ['referral.status', 'Friend 1'],
  ]);
});

test('A line without a signed-in user has no name', async () => {
  const sql =
    "insert into audit_logs (id, action, entity, created_at) values (?, 'x', 'y', '2020-01-01')";
  const id = uuidv7();
  await server.sql(sql, [id]);
  const { body } = await admin.client.call(route, { query: { limit: '500' } });
  expect(body.at(-1)).toMatchObject({
    id,
    userId: null,
    username: null,
    details: null,
    changes: null,
  });
});

test('There are 100 lines by default, and the next ones are before the last', async () => {
  const sql = `insert into audit_logs (id, action, entity, created_at)
    select gen_random_uuid(), 'test.many', 'test', date_trunc('minute', now()) - n / 7 * interval '1 minute'
    from generate_series(1, 230) n`;
  await server.sql(sql);
  const all = (await admin.client.call(route, { query: { limit: '500' } })).body;
  const pages = [(await admin.client.call(route)).body];
  for (let last = pages[0]?.at(-1); last !== undefined; last = pages.at(-1)?.at(-1)) {
    pages.push((await admin.client.call(route, { query: { before: last.id } })).body);
  }
  expect(pages[0]).toHaveLength(100);
  expect(pages.flat()).toEqual(all);
  const times = all.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
});

test.each(['0', '501', '-1', 'ten'])('A limit of %s is refused', async (limit) => {
  const answer = await admin.client.refuse(route, { query: { limit } });
  expect(answer).toMatchObject({ status: 400, body: { fields: { limit: expect.any(String) } } });
});

describe('Narrowed', () => {
  const at = (day: string, time: string) => `${day}T${time}Z`;
  let who: TestPerson;
  beforeAll(async () => {
    who = await makeCustomer(server);
    const lines = [
      ['a.one', 'alpha', at('2001-02-28', '23:59:59.999')],
      ['a.one', 'alpha', at('2001-03-01', '00:00:00.000')],
      ['a.two', 'alpha', at('2001-03-02', '12:00:00.000')],
      ['b.one', 'beta', at('2001-03-03', '23:59:59.999')],
      ['b.one', 'beta', at('2001-03-04', '00:00:00.000')],
    ] as const;
    for (const [action, entity, createdAt] of lines) {
      await server.sql(
        `insert into audit_logs (id, user_id, action, entity, details, created_at)
         values (gen_random_uuid(), ?, ?, ?, '=1+1, "x"', ?)`,
        [entity === 'beta' ? who.user.id : null, action, entity, createdAt],
      );
    }
  });
  const old = { to: '2001-12-31' };
  const actions = async (query: Record<string, string>) =>
    (await admin.client.call(route, { query })).body.map(({ action }) => action);

  test.each([
    [{}, ['b.one', 'b.one', 'a.two', 'a.one', 'a.one']],
    [{ action: 'a.one' }, ['a.one', 'a.one']],
    [{ entity: 'alpha', action: 'b.one' }, []],
    [{ entity: 'alpha' }, ['a.two', 'a.one', 'a.one']],
    [{ from: '2001-03-01', to: '2001-03-03' }, ['b.one', 'a.two', 'a.one']],
    [{ from: '2001-03-04' }, ['b.one']],
    [{ from: '2001-03-05', to: '2001-03-01' }, []],
    [{ limit: '1', entity: 'beta' }, ['b.one']],
  ])('filtered by %j it holds the matching lines, with days in UTC', async (query, expected) => {
    expect(await actions({ ...old, ...query })).toEqual(expected);
  });

  test('by user, and paged', async () => {
    const query = { ...old, userId: who.user.id };
    const [first, second] = (await admin.client.call(route, { query })).body;
    expect(first?.username).toBe(who.user.username);
    const next = { ...query, before: first?.id ?? '' };
    expect((await admin.client.call(route, { query: next })).body).toEqual([second]);
  });

  test.each<Record<string, string>>([
    { from: '2001-02-30' },
    { to: '0000-01-01' },
    { from: 'yesterday' },
    { userId: 'x' },
    { action: '' },
    { entity: 'x'.repeat(201) },
  ])('%j is refused', async (query) => {
    const { status, body } = await admin.client.refuse(route, { query });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, Object.keys(query)]);
  });

  test('it comes as a file in which no cell runs as a formula', async () => {
    const response = await admin.client.fetch(
      '/api/admin/audit-logs?format=csv&entity=beta&to=2001-03-03',
    );
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const disposition = response.headers.get('content-disposition');
    expect(disposition).toBe('attachment; filename="audit-log.csv"');
    const [header, line, ...end] = (await response.text()).split('\r\n');
    expect(header).toBe(
      'createdAt,username,action,entity,entityId,details,ipAddress,userAgent,userId,id,subject',
    );
    expect(line).toContain(
      `2001-03-03T23:59:59.999Z,${who.user.username},b.one,beta,,"'=1+1, ""x""",,,${who.user.id},`,
    );
    expect(end).toEqual(['']);
  });

  test('a file that would be too long holds the newest lines and says so', async () => {
    const em = server.database.orm.em.fork();
    const lines = (await findAuditCsv(em, old, 2)).split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toMatch(/^2001-03-04/);
    expect(lines[3]).toBe(
      'Only the newest 2 lines are here: narrow the days to see the older ones',
    );
    expect((await findAuditCsv(em, old, 5)).split('\r\n')).toHaveLength(7);
  });
});

test.each([{}, { format: 'csv' }])('Only admins see it: %j', async (query) => {
  const input = { query: query as Record<string, string> };
  const { client } = await makeCustomer(server);
  expect((await client.refuse(route, input)).status).toBe(403);
  expect((await server.client().refuse(route, input)).status).toBe(401);
});
