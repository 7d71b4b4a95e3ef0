import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addPasskey,
  codeOf,
  passkeyBody,
  type SoftPasskey,
  turnCodesOn,
} from '../../test/factors.ts';
import { mailTo, type MailServer, startMailServer, tokenIn } from '../../test/mail-server.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { sendDue } from '../../messages/mail/send.ts';

let smtp: MailServer;
let server: TestServer;
let chief: TestPerson;
beforeAll(async () => {
  smtp = await startMailServer();
  server = await startTestServer({ mail: { mail: mailTo(smtp.url) } });
  chief = await makeAdmin(server);
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});
beforeEach(() => server.sql('delete from rate_limits where true'));

const OLD = 'correct horse';
const NEW = 'battery staple';
/** The link in the newest message to an address, which is all that a mailbox gives. */
async function linkTo(address: string): Promise<string> {
  await sendDue(server.database.orm.em.fork());
  return tokenIn(smtp.received.findLast(({ to }) => to === address));
}
async function resetLink(email: string): Promise<string> {
  await server.client().call(routes.askPasswordReset, { body: { email } });
  return linkTo(email);
}
const setPassword = (token: string, password = NEW) =>
  server.client().call(routes.setPasswordByLink, { body: { token, password } });
/** Changes an own address and confirms the new one; the way back is in the mailbox of the one before. */
async function moveTo({ client, user }: TestPerson, email: string): Promise<void> {
  // Only a confirmed address gets a way back.
  const sql =
    'update users set email_confirmed_at = coalesce(email_confirmed_at, now()) where id = ?';
  await server.sql(sql, [user.id]);
  await client.call(routes.changeProfile, { body: { email } });
  const body = { token: await linkTo(email) };
  await client.call(routes.confirmEmail, { body });
  await sendDue(server.database.orm.em.fork());
}
async function signIn(email: string, password: string) {
  const client = server.client();
  const { status, body } = await client
    .call(routes.logIn, { body: { email, password } })
    .catch(() => client.refuse(routes.logIn, { body: { email, password } }));
  return { client, status, body };
}
/** Whether a password alone opens the account. */
const opens = async (email: string) => (await signIn(email, NEW)).status === 200;
async function opensBy(passkey: SoftPasskey): Promise<boolean> {
  const client = server.client();
  const body = await passkeyBody(client, passkey);
  return client.call(routes.logInByPasskey, { body }).then(
    () => true,
    () => false,
  );
}

const addFactor = {
  codes: ({ client }: TestPerson) => turnCodesOn(client),
  'a passkey': ({ client }: TestPerson) => addPasskey(client),
};

describe.each(Object.entries(addFactor))('An admin who has %s', (_, add) => {
  test('and never confirmed the address keeps it when a mailbox sets the password', async () => {
    const admin = await makeAdmin(server);
    await add(admin);
    await setPassword(await resetLink(admin.user.email));
    expect(await opens(admin.user.email)).toBe(false);
    // Nor does the next link, of the address that the first one confirmed.
    await setPassword(await resetLink(admin.user.email));
    expect(await opens(admin.user.email)).toBe(false);
  });

  test('and confirmed the address keeps it', async () => {
    const admin = await makeAdmin(server);
    await admin.client.call(routes.confirmEmail, {
      body: { token: await linkTo(admin.user.email) },
    });
    await add(admin);
    await setPassword(await resetLink(admin.user.email));
    expect(await opens(admin.user.email)).toBe(false);
  });

  test('is not opened by the mailbox of an address from before, whenever the factor was added', async () => {
    const admin = await makeAdmin(server);
    const old = admin.user.email;
    await moveTo(admin, `new-${old}`);
    await add(admin);
    await setPassword(await linkTo(old));
    expect(await opens(old)).toBe(false);
  });

  test('is not opened by an address that another admin entered', async () => {
    const admin = await makeAdmin(server);
    await add(admin);
    const email = `typed-${admin.user.email}`;
    const params = { id: admin.user.id };
    await chief.client.call(routes.changeUser, { params, body: { email } });
    await setPassword(await resetLink(email));
    expect(await opens(email)).toBe(false);
  });

  test('is let in by a password again once another admin has reset it', async () => {
    const admin = await makeAdmin(server);
    const old = admin.user.email;
    await moveTo(admin, `new-${old}`);
    await add(admin);
    await setPassword(await linkTo(old));
    const params = { id: admin.user.id };
    await chief.client.call(routes.resetSecondFactor, { params, body: {} });
    expect(await opens(old)).toBe(true);
  });
});

describe('A way back', () => {
  test('into an admin’s account ends the passkey of whoever took it, and their codes', async () => {
    const admin = await makeAdmin(server);
    const old = admin.user.email;
    const { secret } = await turnCodesOn(admin.client);
    await server.sql(
      `update one_time_codes set on_since = now() - interval '60 days' where user_id = ?`,
      [admin.user.id],
    );
    await moveTo(admin, `thief-${old}`);
    const passkey = await addPasskey(admin.client, 'Of a thief');
    await setPassword(await linkTo(old));
    expect(await opensBy(passkey)).toBe(false);
    // What was there before stays, and still opens.
    const { client } = await signIn(old, NEW);
    await client.call(routes.logInByCode, { body: { code: codeOf(secret, 1) } });
  });

  test('into the account of an admin who had no factor before does not open it to a thief’s', async () => {
    const admin = await makeAdmin(server);
    const old = admin.user.email;
    await moveTo(admin, `thief-${old}`);
    const passkey = await addPasskey(admin.client, 'Of a thief');
    const { secret, recoveryCodes } = await turnCodesOn(admin.client);
    await setPassword(await linkTo(old));
    expect(await opensBy(passkey)).toBe(false);
    const { client } = await signIn(old, NEW);
    for (const code of [codeOf(secret, 1), recoveryCodes[0] ?? '']) {
      const refused = await client.refuse(routes.logInByCode, { body: { code } });
      expect(refused.status).toBe(401);
    }
  });

  test('leaves an admin who has no factor with none', async () => {
    const admin = await makeAdmin(server);
    const old = admin.user.email;
    await moveTo(admin, `new-${old}`);
    await setPassword(await linkTo(old));
    expect(await opens(old)).toBe(true);
  });
});

describe('An old session of an admin', () => {
  const refused = { status: 403, body: { code: 'password_needed' } };
  async function withOldSession() {
    const admin = await makeAdmin(server);
    const age = `update sessions set created_at = created_at - interval '1 day' where user_id = ?`;
    await server.sql(age, [admin.user.id]);
    return admin;
  }
  const changing = (id: string, body: object) => ({ params: { id }, body });

  test.each([
    ['another admin’s address', makeAdmin, { email: 'thief@example.com' }],
    ['a customer’s address', makeCustomer, { email: 'thief2@example.com' }],
    ['an admin into a customer', makeAdmin, { role: 'customer' }],
    ['a customer into an admin', makeCustomer, { role: 'admin' }],
    ['an admin’s activity', makeAdmin, { isActive: 'false' }],
  ])('changes %s only with the password', async (_, make, change) => {
    const admin = await withOldSession();
    const { user } = await make(server);
    const { client } = admin;
    const stored = () =>
      server.sql('select email, role, is_active from users where id = ?', [user.id]);
    const before = await stored();
    for (const currentPassword of [undefined, '', 'wrong']) {
      const call = changing(user.id, { ...change, currentPassword });
      expect(await client.refuse(routes.changeUser, call)).toMatchObject(refused);
    }
    expect(await stored()).toEqual(before);
    const call = changing(user.id, { ...change, currentPassword: OLD });
    expect((await client.call(routes.changeUser, call)).body).toMatchObject(change);
    // Sent again, it changes nothing, so nothing is asked.
    await client.call(routes.changeUser, changing(user.id, change));
    const [line] = await server.sql<{ details: string }>(
      `select details from audit_logs where entity_id = ? and action = 'user.change'`,
      [user.id],
    );
    expect(line?.details).not.toContain(OLD);
  });

  test('changes the rest, and what stays the same, without', async () => {
    const { client } = await withOldSession();
    const { user } = await makeAdmin(server);
    const same = { email: user.email.toUpperCase(), role: 'admin' };
    await client.call(routes.changeUser, changing(user.id, { ...same, phone: '555 0100' }));
    const customer = await makeCustomer(server);
    await client.call(routes.changeUser, changing(customer.user.id, { isActive: 'false' }));
  });
});
