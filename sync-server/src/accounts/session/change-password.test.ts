import type { User } from '@sunloop/shared-types/ground/user.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCustomer } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { waitUntilBlocked } from '../../test/waiting.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const route = routes.changePassword;
const OLD = 'correct horse';
const NEW = ' battery staple ';

async function signedInAgain({ email }: User, password = OLD) {
  const client = server.client();
  await client.call(routes.logIn, { body: { email, password } });
  return client;
}

test('A new password, not trimmed, replaces the old one', async () => {
  const { client, user } = await makeCustomer(server, { password: OLD });
  const answer = await client.call(route, { body: { newPassword: NEW } });
  expect(answer.status).toBe(204);
  await signedInAgain(user, NEW);
  for (const password of [OLD, NEW.trim()]) {
    const body = { email: user.email, password };
    expect((await server.client().refuse(routes.logIn, { body })).status).toBe(401);
  }
});

test('Every other session of the user ends, this one and those of others stay', async () => {
  const { client, user } = await makeCustomer(server, { password: OLD });
  const { client: stranger } = await makeCustomer(server, { password: OLD });
  const others = [await signedInAgain(user), await signedInAgain(user)];
  await client.call(route, { body: { newPassword: NEW } });
  for (const other of others) expect((await other.refuse(routes.currentUser)).status).toBe(401);
  expect((await client.call(routes.currentUser)).body.id).toBe(user.id);
  await stranger.call(routes.currentUser);
});

test('A sign-in with the old password at the same moment starts no session', async () => {
  const { user } = await makeCustomer(server, { password: OLD });
  const body = { email: user.email, password: OLD };
  const late = server.client();
  let answer: Promise<unknown> = Promise.resolve();
  await server.database.orm.em.fork().transactional(async (tx) => {
    await tx.execute("update users set password = 'replaced' where id = ?", [user.id]);
    await tx.execute('delete from sessions where user_id = ?', [user.id]);
    answer = late.call(routes.logIn, { body });
    await waitUntilBlocked(server.database);
  });
  await answer;
  expect((await late.refuse(routes.currentUser)).status).toBe(401);
});

test('The same change twice is fine', async () => {
  const { client, user } = await makeCustomer(server, { password: OLD });
  await client.call(route, { body: { newPassword: NEW } });
  await client.call(route, { body: { newPassword: NEW } });
  await signedInAgain(user, NEW);
});

test('The audit log records it without the password', async () => {
  const { client, user } = await makeCustomer(server, { password: OLD });
  await client.call(route, { body: { newPassword: NEW } });
  const lines = await server.database.orm.em
    .fork()
    .execute("select * from audit_logs where user_id = ? and action = 'user.change_password'", [
      user.id,
    ]);
  expect(lines).toMatchObject([{ entity: 'user', entity_id: user.id, details: null }]);
});

test('Without a session no password can be changed', async () => {
  const answer = await server.client().refuse(route, { body: { newPassword: NEW } });
  expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
});

test('Somebody other than the person it is meant for changes nothing', async () => {
  const { user } = await makeCustomer(server, { password: OLD });
  const { client, user: other } = await makeCustomer(server, { password: OLD });
  const headers = { 'X-Expected-User': user.id };
  const answer = await client.refuse(route, { body: { newPassword: NEW }, headers });
  expect(answer).toMatchObject({ status: 409, body: { code: 'user_mismatch' } });
  await signedInAgain(other);
});

test.each([{}, { newPassword: '12345' }, { newPassword: 'x'.repeat(129) }, { newPassword: 6 }])(
  'A bad password is refused by field: %#',
  async (body) => {
    const { client, user } = await makeCustomer(server, { password: OLD });
    expect(await client.refuse(route, { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: { newPassword: expect.any(String) } },
    });
    await signedInAgain(user);
  },
);
