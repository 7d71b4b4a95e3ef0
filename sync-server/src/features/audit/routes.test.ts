import { routes } from '@sunloop/shared-types';
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
    details: 'phone: none → 1',
    ipAddress: '127.0.0.1',
    userAgent: 'a browser',
    createdAt: expect.any(String),
  });
});

test('A line of nobody has no name', async () => {
  const sql =
    "insert into audit_logs (id, action, entity, created_at) values (?, 'x', 'y', '2020-01-01')";
  const id = uuidv7();
  await server.database.orm.em.fork().execute(sql, [id]);
  const { body } = await admin.client.call(route, { query: { limit: '500' } });
  expect(body.at(-1)).toMatchObject({ id, userId: null, username: null, details: null });
});

test('There are 100 lines by default, and the next ones are before the last', async () => {
  const sql = `insert into audit_logs (id, action, entity, created_at)
    select gen_random_uuid(), 'test.many', 'test', date_trunc('minute', now()) - n / 7 * interval '1 minute'
    from generate_series(1, 230) n`;
  await server.database.orm.em.fork().execute(sql);
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

test('Customers and nobody see nothing of it', async () => {
  const { client } = await makeCustomer(server);
  expect((await client.refuse(route)).status).toBe(403);
  expect((await server.client().refuse(route)).status).toBe(401);
});
