import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addPasskey, turnCodesOn } from '../../test/factors.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let chief: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  chief = await makeAdmin(server);
  await addPasskey(chief.client);
});
afterAll(() => server.close());
afterEach(() => choose('recommended'));

const choose = (value: string) =>
  chief.client.call(routes.changeSetting, {
    params: { key: 'security.admin_second_factor' },
    body: { value },
  });
const SETUP = { status: 403, body: { code: 'second_factor_setup_needed' } };
const PASSWORD = 'correct horse';

describe('A required second factor', () => {
  test('is asked of sessions from before it was required', async () => {
    const admin = await makeAdmin(server);
    await admin.client.call(routes.adminStats);
    await choose('required');
    expect(await admin.client.refuse(routes.adminStats)).toMatchObject(SETUP);
    expect((await admin.client.call(routes.currentUser)).body.secondFactor).toBe('required');
    await addPasskey(admin.client);
    await admin.client.call(routes.adminStats);
  });

  test('is asked of a session from before its person became an admin', async () => {
    await choose('required');
    const person = await makeCustomer(server);
    await server.sql(`update users set role = 'admin' where id = ?`, [person.user.id]);
    expect(await person.client.refuse(routes.adminStats)).toMatchObject(SETUP);
  });

  test.each([
    ['passkey', (id: string) => [routes.removePasskey, { params: { id }, body: {} }] as const],
    ['codes', () => [routes.removeCodes, { body: {} }] as const],
  ])('cannot be met by a %s that is removed again', async (kind, remove) => {
    await choose('required');
    const { client } = await makeAdmin(server);
    if (kind === 'codes') await turnCodesOn(client);
    else await addPasskey(client);
    const { passkeys } = (await client.call(routes.ownPasskeys)).body;
    const [route, input] = remove(passkeys[0]?.id ?? '');
    expect(await client.refuse(route, input)).toMatchObject({
      status: 409,
      body: { code: 'last_factor' },
    });
    await client.call(routes.adminStats);
    // Another one stands in for it.
    if (kind === 'codes') await addPasskey(client);
    else await turnCodesOn(client);
    await client.call(route, input);
    await client.call(routes.adminStats);
  });

  test('of two removals at once leaves one', async () => {
    await choose('required');
    const { client, user } = await makeAdmin(server);
    await addPasskey(client, 'One');
    await addPasskey(client, 'Two');
    const { passkeys } = (await client.call(routes.ownPasskeys)).body;
    await Promise.allSettled(
      passkeys.map(({ id }) => client.call(routes.removePasskey, { params: { id }, body: {} })),
    );
    const left = await server.sql('select 1 from passkeys where user_id = ?', [user.id]);
    expect(left).toHaveLength(1);
  });

  test('a customer may remove their last one, and so may an admin where it is not required', async () => {
    const admin = await makeAdmin(server);
    await turnCodesOn(admin.client);
    await admin.client.call(routes.removeCodes, { body: {} });
    await choose('required');
    const { client } = await makeCustomer(server);
    await addPasskey(client);
    const { passkeys } = (await client.call(routes.ownPasskeys)).body;
    const input = { params: { id: passkeys[0]?.id ?? '' }, body: {} };
    await client.call(routes.removePasskey, input);
  });
});

test('Who becomes an admin signs in again, so that a second factor they have is asked', async () => {
  const person = await makeCustomer(server);
  await addPasskey(person.client);
  const input = { params: { id: person.user.id }, body: { role: 'admin' } };
  await chief.client.call(routes.changeUser, input);
  expect((await person.client.refuse(routes.adminStats)).status).toBe(401);
  const body = { email: person.user.email, password: PASSWORD };
  const refused = await server.client().refuse(routes.logIn, { body });
  expect(refused.body.code).toBe('second_factor_needed');
});

describe('With what others carry rows for a person', () => {
  test('is not told to a session that must add a factor, until it did', async () => {
    const { client } = await makeAdmin(server);
    expect((await client.call(routes.currentUser)).body.handover).toBeDefined();
    await choose('required');
    expect((await client.call(routes.currentUser)).body.handover).toBeUndefined();
    await addPasskey(client);
    expect((await client.call(routes.currentUser)).body.handover).toBeDefined();
  });

  test('is told neither at a sign-in that must add one, nor with a temporary password', async () => {
    const admin = await makeAdmin(server);
    await choose('required');
    const body = { email: admin.user.email, password: PASSWORD };
    expect((await server.client().call(routes.logIn, { body })).body.handover).toBeUndefined();
    const person = await makeCustomer(server);
    const params = { id: person.user.id };
    const { temporaryPassword } = (await chief.client.call(routes.resetPassword, { params })).body;
    const client = server.client();
    const temporary = { email: person.user.email, password: temporaryPassword };
    expect((await client.call(routes.logIn, { body: temporary })).body.handover).toBeUndefined();
    expect((await client.call(routes.currentUser)).body.handover).toBeUndefined();
    await client.call(routes.changePassword, { body: { newPassword: 'battery staple' } });
    expect((await client.call(routes.currentUser)).body.handover).toBeDefined();
  });
});
