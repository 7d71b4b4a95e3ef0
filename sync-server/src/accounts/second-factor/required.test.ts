import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FOR_MISSING_FACTORS } from '../../http/calls/bind-route.ts';
import { addPasskey, codeOf, turnCodesOn } from '../../test/factors.ts';
import { mailTo } from '../../test/mail-server.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { makeSampleWorld, sampleCalls } from '../../test/sample-calls.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { resetSecondFactor } from './reset.ts';

let server: TestServer;
let chief: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ mail: { mail: mailTo(undefined) } });
  chief = await makeAdmin(server);
  await addPasskey(chief.client);
});
afterAll(() => server.close());

const passwordOf = ({ user }: TestPerson) => ({ email: user.email, password: 'correct horse' });
const SETTING = { key: 'security.admin_second_factor' };
const choose = (value: string) =>
  chief.client.call(routes.changeSetting, { params: SETTING, body: { value } });

/** Signs in on a new device. */
async function signIn(person: TestPerson) {
  const client = server.client();
  const { body } = await client.call(routes.logIn, { body: passwordOf(person) });
  return { client, body };
}

describe('The setting', () => {
  test('is one of three', async () => {
    const refused = await chief.client.refuse(routes.changeSetting, {
      params: SETTING,
      body: { value: 'perhaps' },
    });
    expect(refused.body.fields?.['value']).toContain('off, recommended, required');
  });

  test('recommends one to admins who have none, unless it is off', async () => {
    const admin = await makeAdmin(server);
    await choose('recommended');
    expect((await signIn(admin)).body.secondFactor).toBe('recommended');
    expect((await admin.client.call(routes.currentUser)).body.secondFactor).toBe('recommended');
    await choose('off');
    expect((await signIn(admin)).body).not.toHaveProperty('secondFactor');
    await choose('recommended');
    const customer = await makeCustomer(server);
    expect((await signIn(customer)).body).not.toHaveProperty('secondFactor');
    await addPasskey(admin.client);
    expect((await admin.client.call(routes.currentUser)).body).not.toHaveProperty('secondFactor');
  });

  test('required: an admin without one reaches nothing but the way to add one', async () => {
    const admin = await makeAdmin(server);
    const calls = sampleCalls(await makeSampleWorld(server));
    await choose('required');
    const { client, body } = await signIn(admin);
    expect(body.secondFactor).toBe('required');
    const open: RouteName[] = [];
    for (const [name, route] of Object.entries<Route>(routes) as [RouteName, Route][]) {
      if (route.access === 'public') continue;
      if (FOR_MISSING_FACTORS.has(route)) open.push(name);
      else {
        const { status, body: refused } = await client.refuse(route, calls[name]);
        expect([name, status, refused.code]).toEqual([name, 403, 'second_factor_setup_needed']);
      }
    }
    expect(open).toEqual([
      'currentUser',
      'ownPasskeys',
      'passkeyOptions',
      'addPasskey',
      'proveIdentity',
      'ownSecondFactor',
      'startCodes',
      'confirmCodes',
    ]);
    await turnCodesOn(client);
    await client.call(routes.adminStats);
    expect((await client.call(routes.currentUser)).body).not.toHaveProperty('secondFactor');
    await choose('recommended');
  });

  test('required: a customer signs in as before, and a passkey is enough for an admin', async () => {
    await choose('required');
    const customer = await signIn(await makeCustomer(server));
    await customer.client.call(routes.stats);
    const { client } = await signIn(await makeAdmin(server));
    await addPasskey(client);
    await client.call(routes.adminStats);
    await client.call(routes.logOut);
    await choose('recommended');
  });
});

describe('A lost second factor', () => {
  test('is reset by another admin, who is named in the log; the person is told and signs in by password', async () => {
    const lost = await makeAdmin(server);
    await server.sql('update users set email_confirmed_at = now() where id = ?', [lost.user.id]);
    await turnCodesOn(lost.client);
    await addPasskey(lost.client);
    const params = { id: lost.user.id };
    const detail = async () =>
      (await chief.client.call(routes.userDetail, { params })).body.secondFactor;
    expect(await detail()).toEqual({ passkeys: 1, hasCodes: true });
    await chief.client.call(routes.resetSecondFactor, { params, body: {} });
    expect(await detail()).toEqual({ passkeys: 0, hasCodes: false });
    expect((await lost.client.refuse(routes.currentUser)).status).toBe(401);
    await signIn(lost);
    const [line] = await server.sql(
      `select user_id from audit_logs where action = 'user.reset_second_factor' and entity_id = ?`,
      [lost.user.id],
    );
    expect(line).toEqual({ user_id: chief.user.id });
    const told = await server.sql(
      `select 1 from outgoing_messages where user_id = ? and data->>'what' = 'second_factor'`,
      [lost.user.id],
    );
    expect(told).toHaveLength(3);
  });

  test('is not reset for oneself, for nobody, for an erased person, or without the password', async () => {
    const call = (id: string, body: object = {}) =>
      chief.client.refuse(routes.resetSecondFactor, { params: { id }, body });
    expect((await call(chief.user.id)).body.code).toBe('forbidden');
    expect((await call(randomUUID())).status).toBe(404);
    const gone = await makeCustomer(server);
    await chief.client.call(routes.eraseUser, { params: { id: gone.user.id } });
    expect((await call(gone.user.id)).body.code).toBe('user_erased');
    await server.sql(`update sessions set created_at = created_at - interval '16 minutes'`);
    expect((await call(gone.user.id)).body.code).toBe('password_needed');
  });

  test('of the last admin is reset by the operator, whom the log does not name', async () => {
    const lost = await makeAdmin(server);
    const { secret } = await turnCodesOn(lost.client);
    const operator = { ipAddress: '', place: '', userAgent: null };
    await resetSecondFactor(server.database.orm.em.fork(), operator, {
      userId: lost.user.id,
      actorId: null,
    });
    const { client } = await signIn(lost);
    const refused = await client.refuse(routes.logInByCode, { body: { code: codeOf(secret, 1) } });
    expect(refused.body.code).toBe('sign_in_ended');
  });
});
