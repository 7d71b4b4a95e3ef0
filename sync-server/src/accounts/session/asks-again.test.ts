import type { Route } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPasskey, passkeyBody, turnCodesOn } from '../../test/factors.ts';
import { sendDue } from '../../messages/mail/send.ts';
import { mailTo } from '../../test/mail-server.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
let other: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ mail: { mail: mailTo(undefined) } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.sql('delete from rate_limits where true');
  [admin, other] = [await makeAdmin(server), await makeCustomer(server)];
});

const PASSWORD = 'correct horse';
const NEEDED = { status: 403, body: { code: 'password_needed' } };
/** As if the sign-in, and whatever proved it since, were so long ago. */
const age = ({ user }: TestPerson, minutes: number) =>
  server.sql(
    `update sessions set created_at = created_at - make_interval(mins => :minutes),
       proved_at = proved_at - make_interval(mins => :minutes) where user_id = :id`,
    { id: user.id, minutes },
  );
const prove = (body: object) => admin.client.call(routes.proveIdentity, { body });

const person = (role: string) => {
  const username = `n-${other.user.username.slice(2)}`;
  const email = `n-${other.user.email}`;
  return { body: { username, email, password: PASSWORD, role, isActive: 'true' } };
};
const params = () => ({ params: { id: other.user.id } });
const required = {
  params: { key: 'security.admin_second_factor' },
  body: { value: 'recommended' },
};
const acts: Readonly<Record<string, () => [Route, object]>> = {
  'adds an admin': () => [routes.addUser, person('admin')],
  'makes a customer an admin': () => [routes.changeUser, { ...params(), body: { role: 'admin' } }],
  'gives an account to another mailbox': () => [
    routes.changeUser,
    { ...params(), body: { email: `thief-${other.user.email}` } },
  ],
  'resets a password': () => [routes.resetPassword, params()],
  'resets a second factor': () => [routes.resetSecondFactor, { ...params(), body: {} }],
  'switches off what protects admins': () => [routes.changeSetting, required],
  'exports a person': () => [routes.exportUser, params()],
  'lets somebody take for others': () => [
    routes.changeMayTake,
    { ...params(), body: { mayTake: true } },
  ],
  'erases a person': () => [routes.eraseUser, params()],
  'makes codes': () => [routes.startCodes, { body: {} }],
  'asks for a passkey': () => [routes.passkeyOptions, { body: {} }],
};

describe.each(Object.entries(acts))('An old session of an admin %s', (_, act) => {
  test('only after the password, and then for ten minutes', async () => {
    await age(admin, 11);
    const [route, input] = act();
    for (let time = 0; time < 2; time += 1)
      expect(await admin.client.refuse(route, input)).toMatchObject(NEEDED);
    await prove({ currentPassword: PASSWORD });
    await age(admin, 9);
    await admin.client.call(route, input);
    await age(admin, 2);
    const [again, next] = acts['resets a password']?.() ?? [route, input];
    expect(await admin.client.refuse(again, next)).toMatchObject(NEEDED);
  });
});

describe('Who it is', () => {
  test('is proved by a passkey of the person, and by nobody else’s', async () => {
    const passkey = await addPasskey(admin.client);
    const others = await addPasskey(other.client);
    await age(admin, 11);
    const wrong = { body: { credential: await passkeyBody(admin.client, others) } };
    expect(await admin.client.refuse(routes.proveIdentity, wrong)).toMatchObject(NEEDED);
    expect(await admin.client.refuse(routes.resetPassword, params())).toMatchObject(NEEDED);
    const body = { credential: await passkeyBody(admin.client, passkey) };
    await prove(body);
    await admin.client.call(routes.resetPassword, params());
    const lines = await server.sql(
      `select details from audit_logs where user_id = ? and action = 'session.proof'`,
      [admin.user.id],
    );
    expect(lines).toEqual([{ details: 'by passkey' }]);
    // What was signed proves it once.
    expect((await admin.client.refuse(routes.proveIdentity, { body })).status).toBe(410);
  });

  test('is not proved by nothing or a wrong password, of which there are five', async () => {
    await age(admin, 11);
    for (const body of [{}, { currentPassword: '' }])
      expect(await admin.client.refuse(routes.proveIdentity, { body })).toMatchObject(NEEDED);
    const wrong = { body: { currentPassword: 'wrong' } };
    for (let time = 0; time < 5; time += 1)
      expect(await admin.client.refuse(routes.proveIdentity, wrong)).toMatchObject(NEEDED);
    const right = { body: { currentPassword: PASSWORD } };
    expect((await admin.client.refuse(routes.proveIdentity, right)).status).toBe(429);
  });

  test('is proved for one session, and by an older app with the act itself', async () => {
    const second = server.client();
    await second.call(routes.logIn, { body: { email: admin.user.email, password: PASSWORD } });
    await age(admin, 11);
    const input = { ...params(), body: { currentPassword: PASSWORD } };
    await admin.client.call(routes.resetSecondFactor, input);
    await admin.client.call(routes.exportUser, params());
    expect(await second.refuse(routes.exportUser, params())).toMatchObject(NEEDED);
  });

  test('is asked before it is said whether there is such a user', async () => {
    await age(admin, 11);
    const nobody = { params: { id: admin.user.id.replace(/.$/, '0') } };
    expect(await admin.client.refuse(routes.exportUser, nobody)).toMatchObject(NEEDED);
  });
});

test.each(['false', 'true'])('Whoever makes an admin active (%s) is asked', async (isActive) => {
  const sql = `update users set role = 'admin', is_active = ? where id = ?`;
  await server.sql(sql, [isActive === 'true' ? 'false' : 'true', other.user.id]);
  await age(admin, 11);
  const input = { ...params(), body: { isActive } };
  expect(await admin.client.refuse(routes.changeUser, input)).toMatchObject(NEEDED);
  // What is so already changes nothing.
  const same = {
    ...params(),
    body: { isActive: isActive === 'true' ? 'false' : 'true', phone: null },
  };
  await admin.client.call(routes.changeUser, same);
  await prove({ currentPassword: PASSWORD });
  expect((await admin.client.call(routes.changeUser, input)).body.isActive).toBe(isActive);
});

test('A kept message with its link is read only by whoever says who they are', async () => {
  await sendDue(server.database.orm.em.fork());
  const [kept] = await server.sql<{ id: string }>(
    `select id from outgoing_messages where state = 'kept' and user_id = ?`,
    [other.user.id],
  );
  await age(admin, 11);
  const input = { params: { id: kept?.id ?? '' } };
  expect(await admin.client.refuse(routes.messageDetail, input)).toMatchObject(NEEDED);
  await admin.client.call(routes.messages, { query: {} });
  await prove({ currentPassword: PASSWORD });
  const { letter } = (await admin.client.call(routes.messageDetail, input)).body;
  expect(letter?.text).toContain('/confirm#');
});

test('What changes nobody’s access asks nothing', async () => {
  await age(admin, 11);
  await admin.client.call(routes.addUser, person('customer'));
  const body = { phone: '555 0100' };
  await admin.client.call(routes.changeUser, { ...params(), body });
  await admin.client.call(routes.changeUser, { ...params(), body: { isActive: 'false' } });
  const setting = { params: { key: 'general.help_phone' }, body: { value: '555 0100' } };
  await admin.client.call(routes.changeSetting, setting);
  await admin.client.call(routes.changeSetting, { ...setting, body: { value: '' } });
});

test('Recovery codes and removed factors ask, too', async () => {
  await turnCodesOn(admin.client);
  await age(admin, 11);
  for (const route of [routes.newRecoveryCodes, routes.removeCodes])
    expect(await admin.client.refuse(route, { body: {} })).toMatchObject(NEEDED);
});
