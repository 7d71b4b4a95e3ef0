import { hash } from 'node:crypto';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { addPasskey, codeOf, passkeyBody, turnCodesOn } from '../../test/factors.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, TEST_SESSION_KEY, type TestServer } from '../../test/server.ts';
import { seal, unseal } from './seal.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 });
});
afterAll(() => server.close());

const passwordOf = ({ user }: TestPerson) => ({ email: user.email, password: 'correct horse' });
const waits = (client: TestClient, person: TestPerson) =>
  client.refuse(routes.logIn, { body: passwordOf(person) });
const enter = (client: TestClient, code: string) =>
  client.call(routes.logInByCode, { body: { code } });
const refuse = (client: TestClient, code: string) =>
  client.refuse(routes.logInByCode, { body: { code } });

async function withCodes() {
  const person = await makeAdmin(server);
  return { ...person, ...(await turnCodesOn(person.client)) };
}

/** A device on which the password was right. */
async function waiting(person: TestPerson) {
  const client = server.client();
  await waits(client, person);
  return client;
}

describe('An admin with codes', () => {
  test('is asked for one after the password, and is in by it', async () => {
    const person = await withCodes();
    const client = server.client();
    const asked = await waits(client, person);
    expect(asked).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
    expect(Object.keys(asked.body.fields ?? {})).toEqual(['code']);
    expect((await client.refuse(routes.currentUser)).status).toBe(401);
    const code = codeOf(person.secret, 1);
    expect((await enter(client, `${code.slice(0, 3)} ${code.slice(3)}`)).body.id).toBe(
      person.user.id,
    );
    await client.call(routes.adminStats);
    const lines = await server.sql(
      `select details from audit_logs where user_id = ? and action = 'session.login'`,
      [person.user.id],
    );
    expect(lines).toEqual([{ details: 'by password and code' }]);
  });

  test('cannot use a code twice, nor an older one, nor one of two steps away', async () => {
    const person = await withCodes();
    const client = await waiting(person);
    expect((await refuse(client, codeOf(person.secret))).body.fields).toHaveProperty('code');
    expect((await refuse(client, codeOf(person.secret, 3))).status).toBe(401);
    const code = codeOf(person.secret, 1);
    await enter(client, code);
    expect((await refuse(await waiting(person), code)).status).toBe(401);
  });

  test('of many at once with the same code, one is in', async () => {
    const person = await withCodes();
    const devices = [await waiting(person), await waiting(person), await waiting(person)];
    const code = codeOf(person.secret, 1);
    const results = await Promise.allSettled(devices.map((client) => enter(client, code)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('can use each of ten recovery codes once, as it is typed', async () => {
    const person = await withCodes();
    expect(new Set(person.recoveryCodes).size).toBe(10);
    const [code = ''] = person.recoveryCodes;
    const client = await waiting(person);
    await enter(client, code.toLowerCase().replaceAll('-', ' '));
    expect((await client.call(routes.ownSecondFactor)).body.recoveryCodes).toBe(9);
    expect((await refuse(await waiting(person), code)).status).toBe(401);
    const again = (await client.call(routes.newRecoveryCodes, { body: {} })).body.recoveryCodes;
    expect(again).toHaveLength(10);
    expect((await refuse(await waiting(person), person.recoveryCodes[1] ?? '')).status).toBe(401);
  });

  test('has recovery codes of 120 bits, and can use one that was made when they had 80', async () => {
    const person = await withCodes();
    for (const code of person.recoveryCodes)
      expect(code).toMatch(/^[\dA-HJKMNP-TV-Z]{4}(-[^-]{4}){5}$/);
    const old = 'ABCD-EFGH-JKMN-PQRS';
    const stored = hash('sha256', old.replaceAll('-', ''), 'hex');
    await server.sql('insert into recovery_codes (user_id, code_hash) values (?, ?)', [
      person.user.id,
      stored,
    ]);
    await enter(await waiting(person), `${old.toLowerCase()} (the first)`);
    expect((await refuse(await waiting(person), old)).status).toBe(401);
    const [code = ''] = person.recoveryCodes;
    expect((await refuse(await waiting(person), code.slice(0, -5))).status).toBe(401);
    await enter(await waiting(person), code);
  });

  test('gives a code only where and while the password was right', async () => {
    const person = await withCodes();
    const code = codeOf(person.secret, 1);
    expect((await refuse(server.client(), code)).body.code).toBe('sign_in_ended');
    const late = await waiting(person);
    await server.sql('update sign_in_steps set ends_at = now() where true');
    expect((await refuse(late, code)).body.code).toBe('sign_in_ended');
    const changed = await waiting(person);
    await person.client.call(routes.changePassword, { body: { newPassword: 'another horse' } });
    expect((await refuse(changed, code)).body.code).toBe('sign_in_ended');
    const client = server.client();
    const body = { email: person.user.email, password: 'another horse' };
    await client.refuse(routes.logIn, { body });
    await enter(client, code);
    expect((await refuse(client, codeOf(person.secret, 2))).body.code).toBe('sign_in_ended');
  });

  test('is locked out by wrong codes as by wrong passwords, and right passwords between them change nothing', async () => {
    const person = await withCodes();
    const client = server.client();
    for (let tries = 0; tries < 5; tries += 1) {
      await waits(client, person);
      expect((await refuse(client, '000000')).status).toBe(401);
    }
    expect((await refuse(client, codeOf(person.secret, 1))).status).toBe(429);
    expect((await waits(client, person)).status).toBe(429);
  });

  test('may sign in by passkey alone, and is asked for one after the password', async () => {
    const person = await makeAdmin(server);
    const passkey = await addPasskey(person.client);
    const client = server.client();
    expect(Object.keys((await waits(client, person)).body.fields ?? {})).toEqual(['passkey']);
    await client.call(routes.logInByPasskey, { body: await passkeyBody(client, passkey) });
    await client.call(routes.adminStats);
  });

  test('is asked whatever the setting says, and a customer with a passkey is not', async () => {
    const person = await withCodes();
    await choose(person, 'off');
    expect((await waits(server.client(), person)).status).toBe(403);
    const customer = await makeCustomer(server);
    await addPasskey(customer.client);
    await server.client().call(routes.logIn, { body: passwordOf(customer) });
  });

  test('who turns them off has neither them nor recovery codes', async () => {
    const person = await withCodes();
    await person.client.call(routes.removeCodes, { body: {} });
    await person.client.call(routes.removeCodes, { body: {} });
    expect((await person.client.call(routes.ownSecondFactor)).body).toEqual({
      codesSince: null,
      recoveryCodes: 0,
      passkeys: 0,
    });
    await server.client().call(routes.logIn, { body: passwordOf(person) });
  });
});

async function choose({ client }: TestPerson, value: string) {
  const params = { key: 'security.admin_second_factor' };
  await client.call(routes.changeSetting, { params, body: { value } });
}

describe('Turning codes on', () => {
  test('counts once a code confirms the secret, which is the same until then', async () => {
    const person = await makeAdmin(server);
    const { client } = person;
    const start = async () => (await client.call(routes.startCodes, { body: {} })).body;
    const shown = await start();
    expect(shown.address).toMatch(/^otpauth:\/\/totp\/Sunloop:.*secret=/);
    expect(await start()).toEqual(shown);
    expect((await client.refuse(routes.confirmCodes, { body: { code: '000000' } })).status).toBe(
      400,
    );
    await server.client().call(routes.logIn, { body: passwordOf(person) });
    const sixSigns = await client.refuse(routes.confirmCodes, { body: { code: '12345ä' } });
    expect([sixSigns.status, Object.keys(sixSigns.body.fields ?? {})]).toEqual([400, ['code']]);
    await client.call(routes.confirmCodes, { body: { code: codeOf(shown.secret) } });
    expect((await waits(server.client(), person)).status).toBe(403);
    await server.sql(`update one_time_codes set new_since = now() - interval '2 hours'`);
    expect((await start()).secret).not.toBe(shown.secret);
  });

  test('asks for the password if the sign-in is older than 10 minutes', async () => {
    const person = await withCodes();
    await server.sql(`update sessions set created_at = created_at - interval '16 minutes'`);
    for (const route of [routes.startCodes, routes.newRecoveryCodes, routes.removeCodes])
      expect((await person.client.refuse(route, { body: {} })).body.code).toBe('password_needed');
  });

  test('stores no secret that can be read, and one sealed with an older key still works', async () => {
    const person = await withCodes();
    const read = async () =>
      (
        await server.sql<{ secret: string }>(
          'select secret from one_time_codes where user_id = ?',
          [person.user.id],
        )
      )[0]?.secret ?? '';
    expect(unseal([TEST_SESSION_KEY], await read(), person.user.id)).toBe(person.secret);
    expect(unseal([TEST_SESSION_KEY], await read(), 'somebody else')).toBeUndefined();
    expect(unseal(['another key'], await read(), person.user.id)).toBeUndefined();
    const { database } = server;
    const rotated = await startTestServer({ database, sessionKeys: ['new key', TEST_SESSION_KEY] });
    const client = rotated.client();
    await waits(client, person);
    await enter(client, codeOf(person.secret, 1));
    expect(unseal(['new key'], await read(), person.user.id)).toBe(person.secret);
    await rotated.close();
    // Setting up the second process changed the keys of the first, with which it shares its EntityManager.
    await server.sql('update one_time_codes set secret = ? where user_id = ?', [
      seal([TEST_SESSION_KEY], person.secret, person.user.id),
      person.user.id,
    ]);
  });

  test('refuses recovery codes to an admin without a factor', async () => {
    const { client } = await makeAdmin(server);
    expect((await client.refuse(routes.newRecoveryCodes, { body: {} })).status).toBe(400);
  });
});
