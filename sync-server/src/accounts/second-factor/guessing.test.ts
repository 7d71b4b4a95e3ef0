import { WRONG_STEPS_PER_DAY, WRONG_STEPS_TOLD } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { codeOf, turnCodesOn } from '../../test/factors.ts';
import { mailTo } from '../../test/mail-server.ts';
import { makeAdmin, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
let secret: string;
beforeAll(async () => {
  server = await startTestServer({ mail: { mail: mailTo(undefined) } });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await makeAdmin(server);
  ({ secret } = await turnCodesOn(admin.client));
});

const PASSWORD = 'correct horse';
/** Somebody who has the password. */
async function withPassword(client: TestClient = server.client()): Promise<TestClient> {
  const body = { email: admin.user.email, password: PASSWORD };
  await client.refuse(routes.logIn, { body });
  return client;
}
const guess = (client: TestClient, code = 'WRONG-WRONG-CODE') =>
  client.refuse(routes.logInByCode, { body: { code } });
/** As if that were a while ago, for the limits of a quarter of an hour. */
const pause = () =>
  server.sql(`update login_attempts set attempted_at = attempted_at - interval '20 minutes'
    where true`);
const letters = () =>
  server.sql(
    `select 1 from outgoing_messages where user_id = ? and data->>'what' = 'wrong_codes'`,
    [admin.user.id],
  );

test('wrong codes after the right password are told after five, once', async () => {
  const client = await withPassword();
  for (let tries = 1; tries <= WRONG_STEPS_TOLD + 2; tries += 1) {
    expect((await guess(client)).status).toBe(401);
    expect(await letters()).toHaveLength(tries >= WRONG_STEPS_TOLD ? 1 : 0);
    await pause();
  }
});

test('strangers have few a day, however patient; a device of the person has its own', async () => {
  const client = await withPassword();
  for (let tries = 0; tries < WRONG_STEPS_PER_DAY; tries += 1) {
    expect((await guess(client)).status).toBe(401);
    await pause();
  }
  const other = await withPassword();
  const refused = await guess(other, codeOf(secret, 1));
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await admin.client.call(routes.logOut);
  const known = await withPassword(admin.client);
  await known.call(routes.logInByCode, { body: { code: codeOf(secret, 1) } });
});

test('guesses while codes are set up count as wrong passwords', async () => {
  const { client } = await makeAdmin(server);
  const started = (await client.call(routes.startCodes, { body: {} })).body;
  const confirm = (code: string) => client.refuse(routes.confirmCodes, { body: { code } });
  for (let tries = 0; tries < 5; tries += 1) expect((await confirm('000000')).status).toBe(400);
  expect((await confirm(codeOf(started.secret))).status).toBe(429);
  await pause();
  await client.call(routes.confirmCodes, { body: { code: codeOf(started.secret) } });
});
