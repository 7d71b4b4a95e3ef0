import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

const ORIGIN = 'https://referrals.example.com';

/** The same database served over http, as before, and over https. */
let database: TestDatabase;
let plain: TestServer;
let secure: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  plain = await startTestServer({ database });
  secure = await startTestServer({ database, publicOrigin: ORIGIN });
});
afterAll(async () => {
  await plain.close();
  await secure.close();
  await database.drop();
});

const ask = (cookie: string) => secure.client().fetch('/api/user', { headers: { Cookie: cookie } });
const cookiesOf = (answer: Response) => answer.headers.getSetCookie();
const pairsOf = (cookies: readonly string[]) =>
  cookies
    .filter((cookie) => cookie.startsWith('__Host-'))
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

let serial = 0;
async function signUpOverHttps() {
  serial += 1;
  const body = {
    username: `host ${serial}`,
    email: `host${serial}@example.com`,
    password: 'correct horse',
  };
  const { headers } = await secure
    .client()
    .call(routes.signUp, { body, headers: { Origin: ORIGIN } });
  return headers.getSetCookie().filter((cookie) => cookie.includes('sunloop.sid'));
}

test('Over https the session’s cookie is one no other host can set', async () => {
  const cookies = await signUpOverHttps();
  expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual([
    '__Host-sunloop.sid',
    '__Host-sunloop.sid.sig',
  ]);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; path=\/;.*; secure; httponly/i);
    expect(cookie).not.toMatch(/domain=/i);
  }
  expect((await ask(pairsOf(cookies))).status).toBe(200);
});

test('Over https the two other cookies are accepted from a secure page only, and scripts read one that no other host can set', async () => {
  serial += 1;
  const body = {
    username: `host ${serial}`,
    email: `host${serial}@example.com`,
    password: 'correct horse',
  };
  const client = secure.client();
  const answer = await client.call(routes.signUp, { body, headers: { Origin: ORIGIN } });
  const others = answer.headers.getSetCookie().filter((cookie) => !cookie.includes('sunloop.sid'));
  expect(others.map((cookie) => cookie.split('=', 1)[0])).toEqual([
    '__Secure-sunloop.device',
    '__Secure-sunloop.device.sig',
    '__Host-sunloop.in',
  ]);
  for (const cookie of others) expect(cookie).toMatch(/; secure/i);
  expect(others.at(-1)).toMatch(/=1; path=\/;(?!.*httponly)/i);
  const old = await secure.client().fetch('/api/refer/NOBODY00', {
    headers: { Cookie: 'sunloop.in=1; __Secure-sunloop.in=1; __Host-sunloop.in=1' },
  });
  expect(new Set(cookiesOf(old))).toEqual(
    new Set(
      ['', '__Secure-', '__Host-'].map((prefix) =>
        expect.stringMatching(new RegExp(`^${prefix}sunloop\\.in=;.*expires=Thu, 01 Jan 1970`)),
      ),
    ),
  );
});

test('An earlier session continues, and has the new name from its next call on', async () => {
  const client = plain.client();
  await client.signUp('from-before');
  const moved = await ask(client.cookieHeader());
  expect(moved.status).toBe(200);
  const cookies = cookiesOf(moved);
  expect(
    cookies.filter((cookie) => /^sunloop\.sid.*expires=Thu, 01 Jan 1970/.test(cookie)),
  ).toHaveLength(2);
  const now = pairsOf(cookies);
  expect((await ask(now)).status).toBe(200);
  const again = cookiesOf(await ask(now));
  expect(again.filter((cookie) => cookie.includes('sunloop.sid'))).toEqual([]);
  // The answer may have been lost.
  expect((await ask(client.cookieHeader())).status).toBe(200);
});

test('Every response to an earlier session carries its new name, however many calls are made at once', async () => {
  const client = plain.client();
  await client.signUp('from-before-often');
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(client.cookieHeader())));
  const named = answers.filter((answer) => pairsOf(cookiesOf(answer)) !== '');
  expect(named).toHaveLength(answers.length);
});

test('Under the old name nobody can plant a session that began over https', async () => {
  const pairs = pairsOf(await signUpOverHttps());

  const client = plain.client();
  await client.signUp('planting');
  // Only the server can sign; even somebody with a copy of the table would need the key.
  await database.orm.em
    .fork()
    .execute('update sessions set is_host_only = true where not is_host_only');
  expect((await ask(client.cookieHeader())).status).toBe(401);
  expect((await ask(pairs)).status).toBe(200);
});

test('Over plain http the name stays as it was', async () => {
  const client = plain.client();
  await client.signUp('over-http');
  expect(client.cookieHeader()).toMatch(/(^|; )sunloop\.sid=/);
});
