import { routes } from '@sunloop/shared-types/routes.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { makeAdmin, makeCustomer } from '../../test/people.ts';
import { avatarOf } from '../../test/pictures.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  ({ client: admin } = await makeAdmin(server));
});
afterAll(() => server.close());

const PASSWORD = 'correct horse';

function newUser(overrides: Record<string, unknown> = {}) {
  const name = uuidv7();
  const email = `${name}@example.com`;
  const fixed = { username: name, email, password: PASSWORD, role: 'customer', isActive: 'true' };
  return { ...fixed, ...overrides };
}

const auditOf = (userId: string) =>
  server.database.orm.em
    .fork()
    .execute<{ action: string; details: string | null }[]>(
      "select action, details from audit_logs where entity_id = ? and action <> 'user.sign_up'",
      [userId],
    );

async function signedIn(email: string, password = PASSWORD) {
  const client = server.client();
  await client.call(routes.logIn, { body: { email, password } });
  return client;
}

describe('POST /api/admin/users', () => {
  const route = routes.addUser;

  test('creates a user who can sign in, and says so in the audit log', async () => {
    const given = newUser({ role: 'admin', phone: ' 555 0100 ', address: '' });
    const { status, body } = await admin.call(route, { body: given });
    expect(status).toBe(201);
    const { username, email } = given;
    const rest = { role: 'admin', isActive: 'true', phone: '555 0100', address: null };
    expect(body).toMatchObject({ username, email, ...rest });
    await (await signedIn(email)).call(routes.users);
    expect((await auditOf(body.id))[0]).toEqual({
      action: 'user.create',
      details: `${username}, admin, active`,
    });
  });

  test('creates an inactive user who cannot sign in', async () => {
    const given = newUser({ isActive: 'false' });
    expect((await admin.call(route, { body: given })).body.isActive).toBe('false');
    const { email, password } = given;
    const answer = await server.client().refuse(routes.logIn, { body: { email, password } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'inactive' } });
  });

  test('refuses a second one with the same name or email, in any case', async () => {
    const given = newUser();
    await admin.call(route, { body: given });
    const username = given.username.toUpperCase();
    expect((await admin.refuse(route, { body: newUser({ username }) })).body).toMatchObject({
      code: 'username_taken',
      fields: { username: expect.any(String) },
    });
    const email = given.email.toUpperCase();
    expect((await admin.refuse(route, { body: newUser({ email }) })).body).toMatchObject({
      code: 'email_taken',
      fields: { email: expect.any(String) },
    });
  });

  test('refuses bad input by field', async () => {
    const body = newUser({ role: 'king', isActive: true, password: '12345' });
    expect(await admin.refuse(route, { body })).toMatchObject({
      status: 400,
      body: {
        code: 'invalid',
        fields: {
          role: expect.any(String),
          isActive: expect.any(String),
          password: expect.any(String),
        },
      },
    });
  });

  test('is only for admins', async () => {
    const { client } = await makeCustomer(server);
    expect((await client.refuse(route, { body: newUser() })).status).toBe(403);
    expect((await server.client().refuse(route, { body: newUser() })).status).toBe(401);
  });
});

describe('GET /api/admin/users', () => {
  const route = routes.users;
  const idsOf = async (query: Record<string, string>) =>
    (await admin.call(route, { query })).body.map(({ id }) => id);

  test('lists everybody, newest first, without avatars or secrets', async () => {
    const { client, user } = await makeCustomer(server);
    const avatar = avatarOf('gif');
    await client.call(routes.changeProfile, { body: { avatar } });
    const answer = await admin.call(route);
    expect(answer.body[0]).toEqual(user);
    expect(answer.headers.get('link')).toBeNull();
    const times = answer.body.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('finds part of a name, email or phone, ignoring case and without wildcards', async () => {
    const { user } = await makeCustomer(server, {
      username: 'Zoë 100%_\\ Sun',
      phone: '+49 30 1234',
    });
    for (const q of ['ZOË 100', '100%_\\', user.email.slice(2).toUpperCase(), '30 12', ' zoë ']) {
      expect(await idsOf({ q }), q).toEqual([user.id]);
    }
    for (const q of ['Z%n', 'Zo_', "Zoë'--", '%']) {
      expect(await idsOf({ q }), q).toEqual(q === '%' ? [user.id] : []);
    }
    expect(await idsOf({ q: '' })).toContain(user.id);
  });

  test('pages by key along its Link, even while others sign up', async () => {
    const mine = `page ${uuidv7()}`;
    const made: string[] = [];
    for (const n of [1, 2, 3, 4, 5]) {
      const { user } = await makeCustomer(server, { username: `${mine} ${n}`.slice(0, 50) });
      made.unshift(user.id);
    }
    const seen: string[] = [];
    let next: string | undefined =
      `/api/admin/users?${new URLSearchParams({ q: mine, limit: '2' }).toString()}`;
    while (next !== undefined) {
      const response: Response = await admin.fetch(next);
      seen.push(...((await response.json()) as { id: string }[]).map(({ id }) => id));
      next = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
      await makeCustomer(server, { username: `${mine} x${seen.length}`.slice(0, 50) });
    }
    expect(seen).toEqual(made);
  });

  test.each([{ limit: '0' }, { limit: '501' }, { limit: 'x' }, { limit: '1e2' }, { after: '7' }])(
    'refuses %j by field',
    async (query) => {
      const answer = await admin.refuse(route, { query });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
      expect(Object.keys(answer.body.fields ?? {})).toEqual(Object.keys(query));
    },
  );
});

describe('PATCH /api/admin/users/:id', () => {
  const route = routes.changeUser;

  test('changes what is given, keeps the rest, and says so in the audit log', async () => {
    const { client, user } = await makeCustomer(server, { phone: '1' });
    const change = { role: 'admin', address: '1 Sun Street', phone: '' };
    const answer = await admin.call(route, { params: { id: user.id.toUpperCase() }, body: change });
    expect(answer.body).toEqual({ ...user, role: 'admin', address: '1 Sun Street', phone: null });
    // An admin's session is never one that was begun as a customer's.
    expect((await client.refuse(routes.currentUser)).status).toBe(401);
    const [line] = await auditOf(user.id);
    expect(line?.action).toBe('user.change');
    expect(line?.details?.split('; ').toSorted()).toEqual([
      'address: none → 1 Sun Street',
      'phone: 1 → none',
      'role: customer → admin',
    ]);
  });

  test('keeps avatar, password and sessions of a user who stays active', async () => {
    const { client, user } = await makeCustomer(server);
    const avatar = avatarOf('gif');
    await client.call(routes.changeProfile, { body: { avatar } });
    const body = { isActive: 'true', password: 'another one', id: uuidv7(), referralCode: 'X' };
    const answer = await admin.call(route, { params: { id: user.id }, body });
    expect(answer.body).toEqual({ ...user, avatar });
    await client.call(routes.currentUser);
    await signedIn(user.email);
  });

  test('ends the sessions of a user who becomes inactive, for good, and tells the devices why', async () => {
    const { client, user } = await makeCustomer(server);
    const params = { id: user.id };
    const inactive = { status: 403, body: { code: 'inactive' } };
    await admin.call(route, { params, body: { isActive: 'false' } });
    await admin.call(route, { params, body: { isActive: 'false', phone: '555 0101' } });
    expect(await client.refuse(routes.currentUser)).toMatchObject(inactive);
    expect(await client.refuse(routes.stats)).toMatchObject(inactive);
    await admin.call(route, { params, body: { isActive: 'true' } });
    expect((await client.refuse(routes.currentUser)).status).toBe(401);
    await signedIn(user.email);
  });

  test('refuses another user’s name or email and ends no session', async () => {
    const { user: other } = await makeCustomer(server);
    const { client, user } = await makeCustomer(server);
    const params = { id: user.id };
    const byName = { username: other.username.toUpperCase(), isActive: 'false' };
    const byEmail = { email: other.email.toUpperCase(), isActive: 'false' };
    const code = async (body: unknown) => (await admin.refuse(route, { params, body })).body.code;
    expect(await code(byName)).toBe('username_taken');
    expect(await code(byEmail)).toBe('email_taken');
    expect((await client.call(routes.currentUser)).body).toMatchObject(user);
    expect(await auditOf(user.id)).toEqual([]);
  });

  test('refuses bad input by field, and an unknown user as 404', async () => {
    const { user } = await makeCustomer(server);
    const body = { username: null, email: 'x', role: 'root' };
    expect(await admin.refuse(route, { params: { id: user.id }, body })).toMatchObject({
      status: 400,
      body: {
        fields: {
          username: expect.any(String),
          email: expect.any(String),
          role: expect.any(String),
        },
      },
    });
    for (const id of [uuidv7(), 'x']) {
      expect((await admin.refuse(route, { params: { id }, body: {} })).status).toBe(404);
    }
  });

  test('is 403 for one’s own new email, which the profile gives only for the current password', async () => {
    const { client, user } = await makeAdmin(server);
    const params = { id: user.id };
    const answer = await client.refuse(route, { params, body: { email: 'thief@example.com' } });
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    const body = { email: user.email.toUpperCase(), phone: '555 0123' };
    expect((await client.call(route, { params, body })).body.phone).toBe('555 0123');
  });

  test('is only for admins: customers may not even change their own account', async () => {
    const { client, user } = await makeCustomer(server);
    const input = { params: { id: user.id }, body: { role: 'admin' } };
    expect((await client.refuse(route, input)).status).toBe(403);
    expect((await server.client().refuse(route, input)).status).toBe(401);
    expect((await client.call(routes.currentUser)).body.role).toBe('customer');
  });
});

describe('POST /api/admin/users/:id/reset-password', () => {
  const route = routes.resetPassword;

  test('gives a new random password that works, and ends the sessions', async () => {
    const { client, user } = await makeCustomer(server);
    const params = { id: user.id };
    const { temporaryPassword: first } = (await admin.call(route, { params })).body;
    const { temporaryPassword: second } = (await admin.call(route, { params })).body;
    expect(first).toMatch(/^temp[A-Za-z0-9]{8}$/);
    expect(second).not.toBe(first);
    expect((await client.refuse(routes.currentUser)).status).toBe(401);
    const body = { email: user.email, password: first };
    expect((await server.client().refuse(routes.logIn, { body })).status).toBe(401);
    await signedIn(user.email, second);
  });

  test('is 403 for oneself: an old session must not be enough to take over the account', async () => {
    const { client, user } = await makeAdmin(server);
    const answer = await client.refuse(route, { params: { id: user.id } });
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    await signedIn(user.email);
  });

  test('writes an audit line without the password', async () => {
    const { user } = await makeCustomer(server);
    await admin.call(route, { params: { id: user.id } });
    expect(await auditOf(user.id)).toEqual([{ action: 'user.reset_password', details: null }]);
  });

  test('answers 404 for an unknown user, 403 to a customer, 401 without a session', async () => {
    const { client, user } = await makeCustomer(server);
    const params = { id: user.id };
    expect((await admin.refuse(route, { params: { id: uuidv7() } })).status).toBe(404);
    expect((await client.refuse(route, { params })).status).toBe(403);
    expect((await server.client().refuse(route, { params })).status).toBe(401);
    await client.call(routes.currentUser);
  });
});
