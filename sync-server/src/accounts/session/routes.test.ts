import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { PASSWORD_MAX, SIGNED_IN_COOKIE } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { countHashes } from './password.ts';

const PASSWORD = 'correct horse';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 });
});
afterAll(() => server.close());

let serial = 0;
const uniqueName = () => `person${++serial}`;
const uniqueAddress = () => `10.0.${++serial >> 8}.${serial % 256}`;

async function account() {
  const user = await server.client().signUp(uniqueName());
  return { user, email: user.email };
}

interface Try {
  email: string;
  password?: string;
  from?: string;
  client?: TestClient;
}

async function tryLogIn({ email, password = 'wrong', from, client = server.client() }: Try) {
  return client.fetch(routes.logIn.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from ?? uniqueAddress() },
    body: JSON.stringify({ email, password }),
  });
}

const attemptsOf = (email: string) =>
  server.sql<{ success: string; counts: boolean }>(
    'select success, counts from login_attempts where email = ?',
    [email],
  );

const statuses = async (tries: Promise<Response>[]) =>
  (await Promise.all(tries)).map(({ status }) => status).toSorted();

describe('POST /api/signup', () => {
  const body = () => {
    const username = uniqueName();
    return { username, email: `${username}@example.com`, password: PASSWORD };
  };

  test('takes an email without the invisible signs around it, also to sign in', async () => {
    const given = body();
    const pasted = `\u200e${given.email}\u00a0\ufeff`;
    const { body: user } = await server.client().call(routes.signUp, {
      body: { ...given, email: pasted },
    });
    expect(user.email).toBe(given.email);
    await server.client().call(routes.logIn, { body: { email: pasted, password: PASSWORD } });
    const inside = { ...given, email: `a\u200b${given.email}` };
    expect(await server.client().refuse(routes.signUp, { body: inside })).toMatchObject({
      status: 400,
      body: { fields: { email: expect.stringContaining('invisible characters') } },
    });
  });

  test('creates a customer, signs in and reveals no secret', async () => {
    const client = server.client();
    const given = { ...body(), phone: ' 555 ', address: '', role: 'admin', isActive: 'false' };
    const answer = await client.call(routes.signUp, { body: given });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      phone: '555',
      address: null,
      role: 'customer',
      isActive: 'true',
    });
    expect(answer.body.referralCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|correct horse/);
    expect((await client.call(routes.currentUser)).body).toMatchObject(answer.body);
  });

  test('sets a cookie that no script or other site can use', async () => {
    const response = await server.client().fetch(routes.signUp.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body()),
    });
    const cookies = response.headers.getSetCookie();
    for (const cookie of cookies.filter((each) => !each.startsWith(SIGNED_IN_COOKIE))) {
      expect(cookie.toLowerCase()).toContain('httponly');
      expect(cookie.toLowerCase()).toContain('samesite=lax');
    }
  });

  test('names the session by 256 random bits', async () => {
    const client = server.client();
    await client.call(routes.signUp, { body: body() });
    expect(client.cookieHeader()).toMatch(/(^|; )sunloop\.sid=[\w-]{43}(;|$)/);
  });

  test('tells the page that somebody is signed in by a second cookie, which gives no access', async () => {
    const client = server.client();
    const hints: string[][] = [];
    const note = (answer: { headers: Headers }) => {
      const told = answer.headers
        .getSetCookie()
        .filter((each) => each.startsWith(SIGNED_IN_COOKIE));
      hints.push(told.map((cookie) => cookie.split(';', 1)[0] ?? ''));
      return told;
    };
    const [cookie = ''] = note(await client.call(routes.signUp, { body: body() }));
    expect(cookie).toMatch(/samesite=lax/i);
    expect(cookie).not.toMatch(/httponly/i);
    note(await client.call(routes.currentUser));
    await server.sql('delete from sessions');
    note(await client.fetch(routes.currentUser.path));
    note(await client.fetch(routes.currentUser.path));
    expect(hints).toEqual([[`${SIGNED_IN_COOKIE}=1`], [], [`${SIGNED_IN_COOKIE}=`], []]);
  });

  test('refuses a name that looks like another, and stores names in one form', async () => {
    const twin = `Ren\u00e9 ${randomUUID().slice(0, 8)}`;
    const first = { ...body(), username: twin.normalize('NFD') };
    expect((await server.client().call(routes.signUp, { body: first })).body.username).toBe(twin);
    const answer = await server
      .client()
      .refuse(routes.signUp, { body: { ...body(), username: twin } });
    expect(answer.body.code).toBe('username_taken');
  });

  test.each([
    [
      'username_taken',
      (taken: ReturnType<typeof body>) => ({ ...body(), username: taken.username.toUpperCase() }),
    ],
    [
      'email_taken',
      (taken: ReturnType<typeof body>) => ({ ...body(), email: taken.email.toUpperCase() }),
    ],
  ])('refuses %s, in any case', async (code, rival) => {
    const taken = body();
    await server.client().call(routes.signUp, { body: taken });
    const answer = await server.client().refuse(routes.signUp, { body: rival(taken) });
    expect(answer).toMatchObject({ status: 409, body: { code } });
  });

  test('creates one account when the same one is requested several times at once', async () => {
    const given = body();
    const tries = Array.from({ length: 5 }, () =>
      server.client().fetch(routes.signUp.path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(given),
      }),
    );
    expect(await statuses(tries)).toEqual([201, 409, 409, 409, 409]);
  });

  test('names every faulty field', async () => {
    const answer = await server.client().refuse(routes.signUp, {
      body: { username: ' a ', email: 'x', password: '12345' },
    });
    expect(answer.body.fields).toEqual({
      username: 'Username must be at least 2 characters',
      email: 'Please enter a valid email',
      password: 'Password must be at least 6 characters',
    });
  });

  test('leaves an audit line without a secret', async () => {
    const { user } = await account();
    const [line] = await server.sql<{ action: string }>(
      'select * from audit_logs where user_id = ?',
      [user.id],
    );
    expect(line).toMatchObject({ action: 'user.sign_up', entity: 'user', entity_id: user.id });
    expect(JSON.stringify(line)).not.toContain(PASSWORD);
  });
});

describe('POST /api/login', () => {
  test('signs in with the email in any case, under a new session id', async () => {
    const { user, email } = await account();
    const client = server.client();
    await tryLogIn({ client, email: email.toUpperCase(), password: PASSWORD });
    const before = client.cookieHeader();
    await tryLogIn({ client, email, password: PASSWORD });
    expect(client.cookieHeader()).not.toBe(before);
    expect((await client.call(routes.currentUser)).body.id).toBe(user.id);
    const old = await server
      .client()
      .fetch(routes.currentUser.path, { headers: { Cookie: before } });
    expect(old.status).toBe(401);
  });

  test('opens an account whose hash is of what was typed, and from then on in every spelling', async () => {
    const { user, email } = await account();
    const typed = 'cre\u0300me bru\u0302le\u0301e';
    await server.sql('update users set password = ? where id = ?', [await hash(typed), user.id]);
    const spelled = typed.normalize('NFC');
    expect((await tryLogIn({ email, password: spelled })).status).toBe(401);
    expect((await tryLogIn({ email, password: typed })).status).toBe(200);
    expect((await tryLogIn({ email, password: spelled })).status).toBe(200);
    expect((await tryLogIn({ email, password: typed })).status).toBe(200);
  });

  test('does the same work for a password of two spellings whether or not the email exists', async () => {
    const { email } = await account();
    const workOf = async (whose: string) => {
      const before = countHashes();
      expect((await tryLogIn({ email: whose, password: 'e\u0301e\u0301e\u0301' })).status).toBe(
        401,
      );
      return countHashes() - before;
    };
    expect(await workOf(email)).toBe(await workOf(`${uniqueName()}@example.com`));
  });

  test('takes a password as long as allowed in the spelling of any keyboard', async () => {
    const password = '\u00e9'.repeat(PASSWORD_MAX);
    const username = uniqueName();
    const email = `${username}@example.com`;
    await server.client().call(routes.signUp, { body: { username, email, password } });
    expect((await tryLogIn({ email, password: password.normalize('NFD') })).status).toBe(200);
    expect((await tryLogIn({ email, password: 'x'.repeat(PASSWORD_MAX + 1) })).status).toBe(400);
  });

  test('gives the same answer to a wrong password and an unknown email', async () => {
    const { email } = await account();
    const known = await tryLogIn({ email });
    const unknown = await tryLogIn({ email: `${uniqueName()}@example.com` });
    const expected = { error: 'Invalid credentials', code: 'invalid_credentials' };
    expect([known.status, await known.json()]).toEqual([401, expected]);
    expect([unknown.status, await unknown.json()]).toEqual([401, expected]);
  });

  test('reveals an inactive account only after the right password', async () => {
    const { user, email } = await account();
    await server.sql("update users set is_active = 'false' where id = ?", [user.id]);
    expect((await tryLogIn({ email })).status).toBe(401);
    const right = await tryLogIn({ email, password: PASSWORD });
    expect([right.status, await right.json()]).toMatchObject([403, { code: 'inactive' }]);
  });

  test('records an attempt on an inactive account, not as a wrong password', async () => {
    const { user, email } = await account();
    await server.sql("update users set is_active = 'false' where id = ?", [user.id]);
    const from = uniqueAddress();
    for (let i = 0; i < 6; i++) {
      expect((await tryLogIn({ email, from, password: PASSWORD })).status).toBe(403);
    }
    expect(await attemptsOf(email)).toEqual(
      Array.from({ length: 6 }, () => ({ success: 'false', counts: false })),
    );
  });

  test('records an attempt refused by a limit, which does not prolong the limit', async () => {
    const { email } = await account();
    const from = uniqueAddress();
    for (let i = 0; i < 5; i++) await tryLogIn({ email, from });
    expect((await tryLogIn({ email, from, password: PASSWORD })).status).toBe(429);
    expect((await attemptsOf(email)).filter(({ counts }) => !counts)).toHaveLength(1);
    await server.sql(
      `update login_attempts set attempted_at = now() - interval '16 minutes'
       where email = ? and counts`,
      [email],
    );
    expect((await tryLogIn({ email, from, password: PASSWORD })).status).toBe(200);
  });

  test('records no more than a hundred refused attempts from one address in a quarter of an hour', async () => {
    const { email } = await account();
    const from = uniqueAddress();
    await server.sql(
      `insert into login_attempts (id, email, ip_address, counts)
       select gen_random_uuid(), ?, ?, false from generate_series(1, 100)`,
      [email, from],
    );
    for (let i = 0; i < 5; i++) await tryLogIn({ email, from });
    expect((await tryLogIn({ email, from })).status).toBe(429);
    expect((await attemptsOf(email)).filter(({ counts }) => !counts)).toHaveLength(100);
  });

  test('refuses the sixth attempt for one email from one address, right or wrong, and says for how long', async () => {
    const { email } = await account();
    const from = uniqueAddress();
    for (let i = 0; i < 5; i++) expect((await tryLogIn({ email, from })).status).toBe(401);
    const blocked = await tryLogIn({ email, from, password: PASSWORD });
    expect(blocked.status).toBe(429);
    const seconds = Number(blocked.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect((await tryLogIn({ email, password: PASSWORD })).status).toBe(200);
  });

  test('checks no more than five wrong passwords that come at once', async () => {
    const { email } = await account();
    const from = uniqueAddress();
    const tries = Array.from({ length: 12 }, () => tryLogIn({ email, from }));
    expect(await statuses(tries)).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  });

  test('forgets wrong passwords of a pair after a right one', async () => {
    const { email } = await account();
    const from = uniqueAddress();
    for (let i = 0; i < 4; i++) await tryLogIn({ email, from });
    expect((await tryLogIn({ email, from, password: PASSWORD })).status).toBe(200);
    for (let i = 0; i < 5; i++) expect((await tryLogIn({ email, from })).status).toBe(401);
    expect((await tryLogIn({ email, from })).status).toBe(429);
  });

  test('refuses the 21st wrong password from one address, whatever the email', async () => {
    const from = uniqueAddress();
    for (let i = 0; i < 20; i++) {
      expect((await tryLogIn({ email: `${uniqueName()}@example.com`, from })).status).toBe(401);
    }
    expect((await tryLogIn({ email: `${uniqueName()}@example.com`, from })).status).toBe(429);
  });

  test('refuses the 101st wrong password for one email, whatever the address', async () => {
    const { email } = await account();
    await server.sql(
      `insert into login_attempts (id, email, ip_address, success)
       select gen_random_uuid(), ?, '198.51.100.' || n, 'false' from generate_series(1, 99) n`,
      [email],
    );
    expect((await tryLogIn({ email })).status).toBe(401);
    expect((await tryLogIn({ email, password: PASSWORD })).status).toBe(429);
  });

  test('forgets attempts after fifteen minutes', async () => {
    const { email } = await account();
    const from = uniqueAddress();
    for (let i = 0; i < 5; i++) await tryLogIn({ email, from });
    await server.sql(
      "update login_attempts set attempted_at = attempted_at - interval '15 minutes' where email = ?",
      [email],
    );
    expect((await tryLogIn({ email, from })).status).toBe(401);
  });
});

describe('sessions', () => {
  test('end with a sign-out, which also works without a session', async () => {
    const client = server.client();
    await client.signUp(uniqueName());
    const cookie = client.cookieHeader();
    expect((await client.call(routes.logOut)).status).toBe(204);
    expect((await client.call(routes.logOut)).status).toBe(204);
    const replayed = await server
      .client()
      .fetch(routes.currentUser.path, { headers: { Cookie: cookie } });
    expect(replayed.status).toBe(401);
  });

  test('last 30 days from their last use', async () => {
    const client = server.client();
    const user = await client.signUp(uniqueName());
    const age = (days: number) =>
      server.sql(
        `update sessions set last_used_at = last_used_at - make_interval(days => ${days}),
         expires_at = expires_at - make_interval(days => ${days}) where user_id = ?`,
        [user.id],
      );
    await age(29);
    await client.call(routes.currentUser);
    await age(29);
    await client.call(routes.currentUser);
    await age(31);
    expect(await client.refuse(routes.currentUser)).toMatchObject({ status: 401 });
  });

  test('end at once when the user is made inactive', async () => {
    const client = server.client();
    const user = await client.signUp(uniqueName());
    await server.sql("update users set is_active = 'false' where id = ?", [user.id]);
    expect(await client.refuse(routes.currentUser)).toMatchObject({
      status: 403,
      body: { code: 'inactive' },
    });
  });

  test('end 180 days after the sign-in, whatever their use', async () => {
    const client = server.client();
    const user = await client.signUp(uniqueName());
    const age = (days: number) =>
      server.sql(
        `update sessions set created_at = created_at - make_interval(days => ${days}),
         last_used_at = now() - interval '2 hours' where user_id = ?`,
        [user.id],
      );
    const left = () =>
      server.sql(
        `select round(extract(epoch from expires_at - now()) / 86400)::int as days from sessions
         where user_id = ?`,
        [user.id],
      );
    await age(149);
    await client.call(routes.currentUser);
    expect(await left()).toEqual([{ days: 30 }]);
    await age(30);
    await client.call(routes.currentUser);
    expect(await left()).toEqual([{ days: 1 }]);
    await server.sql(
      `update sessions set created_at = created_at - interval '1 day',
       expires_at = expires_at - interval '1 day' where user_id = ?`,
      [user.id],
    );
    expect(await client.refuse(routes.currentUser)).toMatchObject({ status: 401 });
  });

  test('never come back once their row is gone', async () => {
    const client = server.client();
    const user = await client.signUp(uniqueName());
    await server.sql('delete from sessions where user_id = ?', [user.id]);
    await client.refuse(routes.currentUser);
    const rows = await server.sql('select 1 from sessions where user_id = ?', [user.id]);
    expect(rows).toHaveLength(0);
  });

  test('are not accepted from a forged cookie', async () => {
    const client = server.client();
    await client.signUp(uniqueName());
    const forged = client.cookieHeader().replace(/sunloop\.sid\.sig=.{5}/, 'sunloop.sid.sig=AAAAA');
    const answer = await server
      .client()
      .fetch(routes.currentUser.path, { headers: { Cookie: forged } });
    expect(answer.status).toBe(401);
  });
});
