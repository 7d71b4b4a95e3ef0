import { routes } from '@sunloop/shared-types/routes.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

const lines: string[] = [];
let server: TestServer;
let customer: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  server = await startTestServer({ log, trustProxy: 1 });
  customer = await makeCustomer(server);
  admin = await makeAdmin(server);
});
afterAll(() => server.close());
beforeEach(() => {
  lines.length = 0;
});

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

/** The request's log line; the response may arrive a moment before it. */
async function lineOf(path: string, client: TestClient, init: RequestInit) {
  const id = (await client.fetch(path, init)).headers.get('x-request-id') ?? '';
  await expect.poll(() => lines.find((line) => line.includes(id))).toBeDefined();
  const line = lines.find((text) => text.includes(id)) ?? '{}';
  return { text: line, fields: JSON.parse(line) as Record<string, unknown> };
}

test('names the user and network of somebody refused, and nothing else about them', async () => {
  const { client, user } = customer;
  const path = '/api/admin/users?q=secret';
  const { text, fields } = await lineOf(path, client, from('203.0.113.77'));
  const network = { user: user.id, address: '203.0.113.0/24' };
  expect(fields).toMatchObject({ route: '/api/admin/users', status: 403, ...network });
  for (const secret of [user.email, user.username, '113.77', 'secret'])
    expect(text).not.toContain(secret);
});

test('names the network of a caller who is not signed in', async () => {
  const stranger = server.client();
  const { fields } = await lineOf('/api/stats', stranger, from('2001:db8:1:2:3:4:5:6'));
  expect(fields).toMatchObject({ status: 401, address: '2001:db8:1::/48' });
  expect(fields).not.toHaveProperty('user');
});

test('names the network of whoever tries too often', async () => {
  const address = '198.51.100.9';
  const body = JSON.stringify({ email: 'nobody@x.example', password: 'wrong' });
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address };
  const tryIt = () => lineOf('/api/login', server.client(), { method: 'POST', body, headers });
  const tries = await Promise.all(Array.from({ length: 6 }, tryIt));
  const statuses = tries.map(({ fields }) => fields['status']);
  expect(statuses.toSorted()).toEqual([401, 401, 401, 401, 401, 429]);
  for (const { fields, text } of tries) {
    expect(fields['address']).toBe('198.51.100.0/24');
    expect(text).not.toContain('nobody@');
  }
});

test('names the admin at each of their calls', async () => {
  const { fields } = await lineOf('/api/admin/stats', admin.client, from('203.0.113.7'));
  const caller = { user: admin.user.id, address: '203.0.113.0/24' };
  expect(fields).toMatchObject({ status: 200, ...caller });
});

test('names nobody for any other call', async () => {
  const { text } = await lineOf('/api/stats', customer.client, from('203.0.113.7'));
  for (const part of [customer.user.id, '203.0.113', 'address']) expect(text).not.toContain(part);
});

const notesOf = (userId: string) =>
  server.database.orm.em.fork().execute<{ action: string; entity: string; details: string }[]>(
    `select action, entity, details from audit_logs
       where user_id = ? and action = 'admin_call.refused' order by created_at, id`,
    [userId],
  );

test('a refused admin call is in the audit log, up to a fixed number of times an hour', async () => {
  const { client, user } = await makeCustomer(server);
  for (let call = 0; call < 25; call += 1) {
    const refused = await client.refuse(routes.users, from('203.0.113.20'));
    expect(refused.status).toBe(403);
  }
  const notes = await notesOf(user.id);
  expect(notes).toHaveLength(20);
  const note = { action: 'admin_call.refused', entity: 'admin_call' };
  expect(notes[0]).toEqual({ ...note, details: 'GET /api/admin/users: forbidden' });
  expect(notes[19]?.details).toBe(
    'GET /api/admin/users: forbidden; more of this hour are not noted',
  );
});

test('many accounts at one address do not fill the log either', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => makeCustomer(server)));
  for (const { client } of people)
    for (let call = 0; call < 20; call += 1)
      await client.refuse(routes.deleteReferral, from('203.0.113.30'));
  const notes = await Promise.all(people.map(({ user }) => notesOf(user.id)));
  expect(notes.flat()).toHaveLength(60);
});

test('a call refused to an admin as not allowed is noted, one that is only wrong is not', async () => {
  const { client, user } = await makeAdmin(server);
  const em = server.database.orm.em.fork();
  const [fixed] = await em.execute<{ key: string }[]>(
    "update system_settings set is_editable = 'false' where key = 'general.help_phone' returning key",
  );
  const params = { key: fixed?.key ?? '' };
  const refused = await client.refuse(routes.changeSetting, { params, body: { value: '1' } });
  expect(refused.status).toBe(403);
  expect((await client.refuse(routes.addUser, { body: {} })).status).toBe(400);
  expect(await notesOf(user.id)).toMatchObject([
    { details: 'PUT /api/admin/settings/:key: not_editable' },
  ]);
});

test('a fault of ours is answered with a number by which its lines are found', async () => {
  const own: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void own.push(line) });
  const broken = await startTestServer({ log });
  await broken.sql('alter table login_attempts rename to gone');
  const { headers, body } = await broken
    .client()
    .refuse(routes.logIn, { body: { email: 'some@body.example', password: 'wrong' } });
  const number = /number: ([\da-f]{8})$/.exec(body.error)?.[1] ?? 'none';
  expect(headers.get('x-request-id')).toMatch(new RegExp(`^${number}-`));
  await expect
    .poll(() => own.filter((line) => line.includes(`"requestId":"${number}`)))
    .toHaveLength(2);
  expect(own.join('')).toContain('request failed');
  await broken.close();
});
