import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FOR_TEMPORARY_PASSWORDS } from '../../http/calls/bind-route.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { makeSampleWorld, sampleCalls } from '../../test/sample-calls.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

/** A customer to whom an admin gave a password this many days ago, by the database's clock. */
async function givenPassword(daysAgo = 0) {
  const { user } = await makeCustomer(server);
  const params = { id: user.id };
  const { body } = await admin.client.call(routes.resetPassword, { params });
  await server.sql(
    'update users set password_ends_at = password_ends_at - make_interval(days => ?) where id = ?',
    [daysAgo, user.id],
  );
  return { user, body: { email: user.email, password: body.temporaryPassword } };
}

const daysLeft = (userId: string) =>
  server.sql(
    `select round(extract(epoch from expires_at - now()) / 86400)::int as days from sessions
     where user_id = ?`,
    [userId],
  );

test('A given password opens the account for seven days and says when it ends', async () => {
  const { body } = await givenPassword(6);
  const client = server.client();
  const { body: user } = await client.call(routes.logIn, { body });
  expect(Date.parse(user.passwordEndsAt ?? '')).toBeGreaterThan(0);
  expect((await client.call(routes.currentUser)).body).toEqual(user);
});

test('After seven days a sign-in with it is refused with a clear text, and not counted as wrong', async () => {
  const { user, body } = await givenPassword(7);
  const answer = await server.client().refuse(routes.logIn, { body });
  expect(answer).toMatchObject({
    status: 403,
    body: {
      code: 'password_ended',
      error: expect.stringContaining('temporary password has ended'),
    },
  });
  const wrong = { ...body, password: 'wrong' };
  expect((await server.client().refuse(routes.logIn, { body: wrong })).status).toBe(401);
  const sql = 'select success, counts from login_attempts where email = ? order by attempted_at';
  expect(await server.sql(sql, [user.email])).toEqual([
    { success: 'false', counts: false },
    { success: 'false', counts: true },
  ]);
});

test('A session started with it ends with it', async () => {
  const { user, body } = await givenPassword(4);
  const client = server.client();
  await client.call(routes.logIn, { body });
  expect(await daysLeft(user.id)).toEqual([{ days: 3 }]);
  await server.sql(
    `update sessions set last_used_at = now() - interval '2 hours' where user_id = ?`,
    [user.id],
  );
  await client.call(routes.currentUser);
  expect(await daysLeft(user.id)).toEqual([{ days: 3 }]);
});

test('Until it is replaced it opens nothing but the way to replace it', async () => {
  const { user, body } = await givenPassword();
  const client = server.client();
  await client.call(routes.logIn, { body });
  const calls = sampleCalls(await makeSampleWorld(server));
  const open: RouteName[] = [];
  for (const [name, route] of Object.entries<Route>(routes) as [RouteName, Route][]) {
    if (route.access === 'public') continue;
    if (FOR_TEMPORARY_PASSWORDS.has(route)) open.push(name);
    else {
      const answer = await client.refuse(route, calls[name]);
      expect([name, answer.status, answer.body.code]).toEqual([
        name,
        403,
        'password_change_needed',
      ]);
    }
  }
  expect(open).toEqual(['currentUser', 'changePassword']);
  expect((await client.call(routes.currentUser)).body.id).toBe(user.id);
  await client.call(routes.changePassword, { body: { newPassword: 'my own horse' } });
  await client.call(routes.stats);
  await client.call(routes.logOut);
});

test('A password of one’s own replaces it, and the session has the usual time', async () => {
  const { user, body } = await givenPassword(4);
  const client = server.client();
  await client.call(routes.logIn, { body });
  await client.call(routes.changePassword, { body: { newPassword: 'my own horse' } });
  expect((await client.call(routes.currentUser)).body).not.toHaveProperty('passwordEndsAt');
  expect(await daysLeft(user.id)).toEqual([{ days: 30 }]);
  await server.sql('update users set password_ends_at = null where id = ?', [user.id]);
  const again = { ...body, password: 'my own horse' };
  expect((await server.client().call(routes.logIn, { body: again })).status).toBe(200);
});

test('Nobody else can see that a password is a given one', async () => {
  const { user } = await givenPassword();
  const params = { id: user.id };
  const { body } = await admin.client.call(routes.userDetail, { params });
  expect(body.user).not.toHaveProperty('passwordEndsAt');
});
