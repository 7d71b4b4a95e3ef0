import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 });
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

const detailOf = async ({ user }: TestPerson) =>
  (await admin.client.call(routes.userDetail, { params: { id: user.id } })).body;
const endAll = ({ user }: TestPerson, by = admin) =>
  by.client.call(routes.endSessions, { params: { id: user.id } });
const isSignedIn = async ({ client }: TestPerson) =>
  (await client.fetch('/api/user')).status === 200;
const auditOf = ({ user }: TestPerson) =>
  server.sql<{ user_id: string; details: string }>(
    `select user_id, details from audit_logs where action = 'user.end_sessions' and entity_id = ?`,
    [user.id],
  );

async function signInAgain({ user }: TestPerson): Promise<TestPerson> {
  const client = server.client();
  await client.call(routes.logIn, { body: { email: user.email, password: 'correct horse' } });
  return { client, user };
}

test('A user’s page has the account, figures, ledger, sessions and sign-ins, and no secret', async () => {
  const person = await makeCustomer(server, { email: `Mixed-${randomUUID()}@Example.com` });
  const body = { name: 'Some Friend', email: `${randomUUID()}@friend.example` };
  const { id } = (await person.client.call(routes.addReferral, { body })).body;
  const status = { params: { id }, body: { status: 'completed' } };
  await admin.client.call(routes.changeReferralStatus, status);
  const headers = { 'X-Forwarded-For': '198.51.100.7', 'User-Agent': 'a browser' };
  const wrong = { email: person.user.email.toUpperCase(), password: 'wrong' };
  await server.client().refuse(routes.logIn, { body: wrong, headers });
  const detail = await detailOf(person);
  expect(detail.user).toEqual({ ...person.user, avatar: null });
  expect(detail.stats).toMatchObject({ totalReferrals: 1, rewardsEarned: '$300' });
  expect(detail.rewards).toMatchObject([{ referralId: id, amount: '$300' }]);
  expect(detail.signIns).toEqual([
    {
      email: person.user.email.toLowerCase(),
      success: 'false',
      ipAddress: '198.51.100.7',
      userAgent: 'a browser',
      attemptedAt: expect.any(String),
    },
  ]);
  expect(detail.sessions).toHaveLength(1);
  const keys = await server.sql<{ id: string }>('select id from sessions where user_id = ?', [
    person.user.id,
  ]);
  for (const key of keys) expect(JSON.stringify(detail)).not.toContain(key.id);
  expect(JSON.stringify(detail)).not.toContain('argon2');
});

test('Only sessions that give access are listed, the last used first', async () => {
  const person = await makeCustomer(server);
  await signInAgain(person);
  await signInAgain(person);
  await server.sql(
    `update sessions set created_at = now() - interval '3 days', last_used_at = now() - interval '2 days'
     where id = (select id from sessions where user_id = ? order by created_at limit 1)`,
    [person.user.id],
  );
  const { sessions } = await detailOf(person);
  expect(sessions).toHaveLength(3);
  const days = (time: string | null | undefined) =>
    Math.round((Date.now() - Date.parse(time ?? '')) / 86_400_000);
  const last = sessions.at(-1);
  expect([days(last?.startedAt), days(last?.lastUsedAt)]).toEqual([3, 2]);
  expect(days(last?.expiresAt)).toBe(-30);
  await server.sql(`update sessions set expires_at = now() where user_id = ?`, [person.user.id]);
  expect((await detailOf(person)).sessions).toEqual([]);
});

test('An inactive user has none', async () => {
  const person = await makeCustomer(server);
  await server.sql(`update users set is_active = 'false' where id = ?`, [person.user.id]);
  expect((await detailOf(person)).sessions).toEqual([]);
});

test('Only the newest twenty sign-ins are shown', async () => {
  const person = await makeCustomer(server);
  await server.sql(
    `insert into login_attempts (id, email, success, attempted_at)
     select gen_random_uuid(), ?, 'false', now() - make_interval(hours => n) from generate_series(1, 30) n`,
    [person.user.email],
  );
  const { signIns } = await detailOf(person);
  const times = signIns.map(({ attemptedAt }) => attemptedAt);
  expect(signIns).toHaveLength(20);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('Ending a user’s sessions signs out every device of theirs, and nobody else', async () => {
  const person = await makeCustomer(server);
  const second = await signInAgain(person);
  const bystander = await makeCustomer(server);
  expect((await endAll(person)).status).toBe(204);
  expect(await Promise.all([person, second, bystander, admin].map(isSignedIn))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(await auditOf(person)).toEqual([{ user_id: admin.user.id, details: '2 ended' }]);
});

test('Ending them twice is not an error, and is audited once', async () => {
  const person = await makeCustomer(server);
  await endAll(person);
  await endAll(person);
  expect(await auditOf(person)).toHaveLength(1);
  expect(await isSignedIn(await signInAgain(person))).toBe(true);
});

test('An admin may end their own sessions, including this one', async () => {
  const other = await makeAdmin(server);
  expect((await endAll(other, other)).status).toBe(204);
  expect(await isSignedIn(other)).toBe(false);
});

test.each(['userDetail', 'endSessions'] as const)(
  '%s: 404 without such a user, 403 for customers, even about themselves, 401 without a session',
  async (name) => {
    const person = await makeCustomer(server);
    const own = { params: { id: person.user.id } };
    const route = routes[name];
    const nobody = await admin.client.refuse(route, { params: { id: randomUUID() } });
    expect([nobody.status, nobody.body.code]).toEqual([404, 'not_found']);
    expect((await admin.client.refuse(route, { params: { id: 'x' } })).status).toBe(404);
    expect((await person.client.refuse(route, own)).status).toBe(403);
    expect((await server.client().refuse(route, own)).status).toBe(401);
    expect(await isSignedIn(person)).toBe(true);
  },
);
