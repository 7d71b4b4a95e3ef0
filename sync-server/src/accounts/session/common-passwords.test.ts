import { randomUUID } from 'node:crypto';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendDue } from '../../messages/mail/send.ts';
import { mailTo, type MailServer, startMailServer, tokenIn } from '../../test/mail-server.ts';
import { makeAdmin, makeCustomer } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword } from './password.ts';

let smtp: MailServer;
let server: TestServer;
beforeAll(async () => {
  smtp = await startMailServer();
  server = await startTestServer({ mail: { mail: mailTo(smtp.url) } });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const COMMON = 'Sunshine';
const refused = (field: string) => ({
  status: 400,
  body: { code: 'invalid', fields: { [field]: expect.stringContaining('common') as string } },
});
const newcomer = () => {
  const id = randomUUID();
  return { username: `n-${id.slice(0, 8)}`, email: `${id}@example.com` };
};

test.each([
  '123456',
  'PassWord1',
  'qwerty123',
  '１２３４５６',
  '12121980',
  'Sunloop!',
  '#solar2026#',
  'Rewards',
])('%s is a common password', async (password) =>
  expect(await isCommonPassword(password)).toBe(true),
);

test.each([
  '',
  'correct horse',
  '123456 ',
  'tempX7kP2mQa',
  'solar panels',
  'sunloopy',
  '8302745119',
])('%j is not a common password', async (password) =>
  expect(await isCommonPassword(password, ['', '42'])).toBe(false),
);

test.each([['Ada.Sun1'], ['ada@example.com'], ['1ADA1']])('%s is one of Ada', async (password) => {
  const own = ['Ada.Sun', 'ada@example.com'];
  expect(await isCommonPassword(password, own)).toBe(true);
  expect(await isCommonPassword(password)).toBe(false);
});

describe('A common password is refused', () => {
  test('at a sign-up, and so is one made of the name', async () => {
    const who = newcomer();
    for (const password of [COMMON, `${who.username}1`]) {
      const body = { ...who, password };
      expect(await server.client().refuse(routes.signUp, { body })).toMatchObject(
        refused('password'),
      );
    }
    await server.client().call(routes.signUp, { body: { ...who, password: 'a horse of mine' } });
  });

  test('when somebody changes theirs', async () => {
    const { client, user } = await makeCustomer(server);
    for (const newPassword of [COMMON, user.username.toUpperCase()])
      expect(await client.refuse(routes.changePassword, { body: { newPassword } })).toMatchObject(
        refused('newPassword'),
      );
  });

  test('when an admin adds somebody', async () => {
    const { client } = await makeAdmin(server);
    const body = { ...newcomer(), password: COMMON, role: 'customer', isActive: 'true' };
    expect(await client.refuse(routes.addUser, { body })).toMatchObject(refused('password'));
  });

  test('where a link sets it, which works on', async () => {
    const { user } = await makeCustomer(server);
    await server.client().call(routes.askPasswordReset, { body: { email: user.email } });
    await sendDue(server.database.orm.em.fork());
    const token = tokenIn(smtp.received.findLast(({ to }) => to === user.email));
    const set = (password: string) => ({ body: { token, password } });
    for (const password of [COMMON, user.email])
      expect(await server.client().refuse(routes.setPasswordByLink, set(password))).toMatchObject(
        refused('password'),
      );
    await server.client().call(routes.setPasswordByLink, set('a horse of mine'));
  });
});

test('Whoever has one from before signs in by it, and changes other things', async () => {
  const { user } = await makeCustomer(server);
  await server.sql('update users set password = ? where id = ?', [
    await hashPassword(COMMON),
    user.id,
  ]);
  const client = server.client();
  await client.call(routes.logIn, { body: { email: user.email, password: COMMON } });
  await client.call(routes.changeProfile, { body: { phone: '555 0101' } });
});
