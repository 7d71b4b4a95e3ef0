import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { lockUser } from '../../ground/users/lock-user.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 });
});
afterAll(() => server.close());

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';

const listOf = async (client: TestClient) => (await client.call(routes.ownSessions)).body;
const isIn = async (client: TestClient) => (await client.fetch('/api/user')).status === 200;

async function signInAgain({ user }: TestPerson, headers: Record<string, string> = {}) {
  const client = server.client();
  const body = { email: user.email, password: 'correct horse' };
  await client.call(routes.logIn, { body, headers });
  return client;
}

test('A person sees where they are signed in: device, network, times, and which one this is', async () => {
  const person = await makeCustomer(server);
  await signInAgain(person, { 'X-Forwarded-For': '203.0.113.77', 'User-Agent': IPHONE });
  await signInAgain(person, { 'X-Forwarded-For': '2001:db8:1:2:3:4:5:6', 'User-Agent': '' });
  const list = await listOf(person.client);
  expect(list.map(({ device, place, isCurrent }) => ({ device, place, isCurrent }))).toEqual([
    { device: 'node', place: '127.0.0.0/24', isCurrent: true },
    { device: 'Unknown', place: '2001:db8:1:2::/64', isCurrent: false },
    { device: 'Safari 26 on iPhone', place: '203.0.113.0/24', isCurrent: false },
  ]);
  const times = list.map(({ startedAt, lastUsedAt }) => [startedAt, lastUsedAt]).flat();
  expect(times).not.toContain(null);
});

test('A sign-out leaves one line in the audit log, however often it is sent', async () => {
  const person = await makeCustomer(server);
  const twin = person.client.at(server.url);
  await Promise.all([person.client.call(routes.logOut), twin.call(routes.logOut)]);
  await person.client.call(routes.logOut);
  const sql = `select action, ip_address from audit_logs where user_id = ? and action = 'session.logout'`;
  expect(await server.sql(sql, [person.user.id])).toEqual([
    { action: 'session.logout', ip_address: '127.0.0.1' },
  ]);
});

test('The id of a session in the list gives no access', async () => {
  const person = await makeCustomer(server);
  const [session] = await listOf(person.client);
  const rows = await server.sql<{ id: string }>('select id from sessions where user_id = ?', [
    person.user.id,
  ]);
  expect(rows.map(({ id }) => id)).not.toContain(session?.id);
  const cookie = person.client
    .cookieHeader()
    .replace(/sunloop\.sid=[^;]+/, `sunloop.sid=${session?.id}`);
  const answer = await server.client().fetch('/api/user', { headers: { Cookie: cookie } });
  expect(answer.status).toBe(401);
});

test('Network and device are those of the last recorded use', async () => {
  const person = await makeCustomer(server);
  const headers = { 'X-Forwarded-For': '198.51.100.9', 'User-Agent': IPHONE };
  await person.client.call(routes.stats, { headers });
  expect(await listOf(person.client)).toMatchObject([{ place: '127.0.0.0/24' }]);
  await server.sql(
    `update sessions set last_used_at = now() - interval '61 minutes' where user_id = ?`,
    [person.user.id],
  );
  await person.client.call(routes.stats, { headers });
  const expected = { place: '198.51.100.0/24', device: 'Safari 26 on iPhone' };
  expect(await listOf(person.client)).toMatchObject([expected]);
});

test('Signing out one device leaves the others, and is audited once', async () => {
  const person = await makeCustomer(server);
  const [lost, kept] = [await signInAgain(person), await signInAgain(person)];
  const id = (await listOf(lost)).find(({ isCurrent }) => isCurrent)?.id ?? '';
  expect((await person.client.call(routes.endOwnSession, { params: { id } })).status).toBe(204);
  expect([await isIn(lost), await isIn(kept), await isIn(person.client)]).toEqual([
    false,
    true,
    true,
  ]);
  const again = await person.client.refuse(routes.endOwnSession, { params: { id } });
  expect(again).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const lines = await server.sql<{ details: string }>(
    `select details from audit_logs where action = 'user.end_sessions' and user_id = ?`,
    [person.user.id],
  );
  expect(lines).toEqual([{ details: '1 ended' }]);
});

test('Nobody can sign out another person’s device', async () => {
  const [owner, stranger] = [await makeCustomer(server), await makeCustomer(server)];
  const id = (await listOf(owner.client))[0]?.id ?? '';
  const answer = await stranger.client.refuse(routes.endOwnSession, { params: { id } });
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await isIn(owner.client)).toBe(true);
});

test('All devices can be signed out at once, including this one and its cookie', async () => {
  const person = await makeCustomer(server);
  const other = await signInAgain(person);
  const bystander = await makeCustomer(server);
  expect((await person.client.call(routes.endOwnSessions)).status).toBe(204);
  expect(person.client.cookieHeader()).not.toContain('sunloop.sid');
  expect([await isIn(other), await isIn(person.client), await isIn(bystander.client)]).toEqual([
    false,
    false,
    true,
  ]);
});

test('All other devices can be signed out, twice with the same result', async () => {
  const person = await makeCustomer(server);
  const other = await signInAgain(person);
  const input = { query: { keep: 'this' } };
  await person.client.call(routes.endOwnSessions, input);
  await person.client.call(routes.endOwnSessions, input);
  expect([await isIn(other), await isIn(person.client)]).toEqual([false, true]);
  const odd = await person.client.refuse(routes.endOwnSessions, { query: { keep: 'that' } });
  expect(odd).toMatchObject({ status: 400, body: { code: 'invalid' } });
});

test('An admin sees a user’s list, or 404 without such a user, and a customer sees nobody else’s', async () => {
  const [admin, person] = [await makeAdmin(server), await makeCustomer(server)];
  const params = { id: person.user.id };
  const { body } = await admin.client.call(routes.userSessions, { params });
  const [own] = await listOf(person.client);
  expect(body).toEqual([{ ...own, isCurrent: false }]);
  const nobody = { params: { id: randomUUID() } };
  expect((await admin.client.refuse(routes.userSessions, nobody)).status).toBe(404);
  expect((await person.client.refuse(routes.userSessions, { params })).status).toBe(403);
});

test('a user has at most a hundred sessions: the ones not used for longest end first', async () => {
  const { client, user } = await makeCustomer(server);
  await server.sql(
    `insert into sessions (id, user_id, expires_at, last_used_at)
     select 'filler ' || :user || ' ' || n, :user::uuid, now() + interval '1 day', now() - n * interval '1 minute'
     from generate_series(1, 150) n`,
    { user: user.id },
  );
  await server
    .client()
    .call(routes.logIn, { body: { email: user.email, password: 'correct horse' } });
  const [row] = await server.sql<{ count: number; oldest: boolean }>(
    `select count(*)::int as count, bool_or(id like '% 150') as oldest from sessions where user_id = ?`,
    [user.id],
  );
  expect(row).toEqual({ count: 100, oldest: false });
  expect((await client.call(routes.currentUser)).status).toBe(200);
});

test('a session that is ended alone takes with it what it sealed for others to carry', async () => {
  const person = await makeCustomer(server);
  const other = await signInAgain(person);
  const generation = async () => {
    const [row] = await server.sql<{ generation: number }>(
      'select handover_generation as generation from users where id = ?',
      [person.user.id],
    );
    return row?.generation ?? 0;
  };
  const before = await generation();
  const [, theirs] = (await person.client.call(routes.ownSessions)).body;
  const params = { id: theirs?.id ?? '' };
  await person.client.call(routes.endOwnSession, { params });
  expect(await generation()).toBe(before + 1);
  expect((await other.refuse(routes.currentUser)).status).toBe(401);
  // One that is not there ends nothing.
  await person.client.refuse(routes.endOwnSession, { params });
  expect(await generation()).toBe(before + 1);
});

test('ending sessions waits for other work on their user, and never stops it', async () => {
  const person = await makeCustomer(server);
  await signInAgain(person);
  const { client, user } = person;
  const holder = server.database.orm.em.fork();
  await holder.begin();
  await lockUser(holder, user.id);
  const ending = client.call(routes.endOwnSessions, { query: { keep: 'this' } });
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(() => server.sql(waiting)).toHaveLength(1);
  await holder.execute('update sessions set is_vouched_for = false where user_id = ?', [user.id]);
  await holder.commit();
  expect((await ending).status).toBe(204);
});
