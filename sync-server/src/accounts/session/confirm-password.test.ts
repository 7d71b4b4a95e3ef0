import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const OLD = 'correct horse';
const NEW = 'battery staple';

/** A customer whose sign-in is this many minutes old, by the database's clock. */
async function signedInFor(minutes: number): Promise<TestPerson> {
  const person = await makeCustomer(server, { password: OLD });
  await server.sql(
    'update sessions set created_at = now() - make_interval(mins => ?) where user_id = ?',
    [minutes, person.user.id],
  );
  return person;
}
const change = ({ client }: TestPerson, currentPassword?: string | null) =>
  client.call(routes.changePassword, { body: { newPassword: NEW, currentPassword } });
const refuse = ({ client }: TestPerson, currentPassword?: string | null) =>
  client.refuse(routes.changePassword, { body: { newPassword: NEW, currentPassword } });
const canSignIn = async ({ user }: TestPerson, password: string) => {
  const body = JSON.stringify({ email: user.email, password });
  const headers = { 'Content-Type': 'application/json' };
  return (await server.client().fetch('/api/login', { method: 'POST', headers, body })).status;
};

test('Within 10 minutes of the sign-in a new password needs no other', async () => {
  const person = await signedInFor(9);
  await change(person);
  expect(await canSignIn(person, NEW)).toBe(200);
});

test.each([undefined, null, ''])('After that the current one is asked for: %j', async (given) => {
  const person = await signedInFor(11);
  expect(await refuse(person, given)).toMatchObject({
    status: 403,
    body: { code: 'password_needed', fields: { currentPassword: expect.any(String) } },
  });
  expect(await canSignIn(person, OLD)).toBe(200);
  await change(person, OLD);
  expect(await canSignIn(person, NEW)).toBe(200);
});

test('Using the session does not make its sign-in more recent', async () => {
  const person = await signedInFor(11);
  await server.sql(
    `update sessions set last_used_at = now() - interval '2 hours' where user_id = ?`,
    [person.user.id],
  );
  await person.client.call(routes.stats);
  expect((await refuse(person)).body.code).toBe('password_needed');
});

test('A wrong one is refused as such, and after five there is a pause whatever is sent', async () => {
  const person = await signedInFor(11);
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await refuse(person, 'wrong horse')).toMatchObject({
      status: 403,
      body: {
        code: 'password_needed',
        fields: { currentPassword: 'This is not your current password' },
      },
    });
  }
  const answer = await refuse(person, OLD);
  expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800);
  await server.sql(
    `update login_attempts set attempted_at = attempted_at - interval '15 minutes' where email = ?`,
    [person.user.email],
  );
  await change(person, OLD);
});

test('Of many wrong ones at once no more than five are checked', async () => {
  const person = await signedInFor(11);
  const answers = await Promise.all(Array.from({ length: 20 }, () => refuse(person, 'wrong')));
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});

test('Wrong ones here keep nobody from signing in, and wrong sign-ins keep nobody from changing it', async () => {
  const person = await signedInFor(11);
  for (let tries = 0; tries < 5; tries += 1) await refuse(person, 'wrong');
  expect(await canSignIn(person, OLD)).toBe(200);
  const other = await signedInFor(11);
  for (let tries = 0; tries < 5; tries += 1) await canSignIn(other, 'wrong');
  expect(await canSignIn(other, OLD)).toBe(429);
  await change(other, OLD);
});

test('A new email needs the current password as well, and other fields never do', async () => {
  const person = await signedInFor(11);
  const { client, user } = person;
  const email = `${randomUUID()}@example.com`;
  const body = { email, phone: '555 0144' };
  const answer = await client.refuse(routes.changeProfile, { body });
  expect(answer).toMatchObject({ status: 403, body: { code: 'password_needed' } });
  expect((await client.call(routes.currentUser)).body).toMatchObject(user);
  const same = { phone: '555 0145', email: user.email.toUpperCase() };
  await client.call(routes.changeProfile, { body: same });
  const wrong = { ...body, currentPassword: 'wrong' };
  expect((await client.refuse(routes.changeProfile, { body: wrong })).status).toBe(403);
  const right = { ...body, currentPassword: OLD };
  expect((await client.call(routes.changeProfile, { body: right })).body).toMatchObject(body);
});

test('No password is stored or logged', async () => {
  const person = await signedInFor(11);
  await refuse(person, 'a wrong secret');
  const email = `${randomUUID()}@example.com`;
  await person.client.call(routes.changeProfile, { body: { email, currentPassword: OLD } });
  const lines = await server.sql('select * from audit_logs where user_id = ?', [person.user.id]);
  const tries = await server.sql('select * from login_attempts where email = ?', [
    person.user.email,
  ]);
  const written = JSON.stringify([lines, tries]);
  for (const secret of ['a wrong secret', OLD]) expect(written).not.toContain(secret);
});
