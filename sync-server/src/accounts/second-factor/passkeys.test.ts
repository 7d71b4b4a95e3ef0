import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ATTESTATIONS, byItself } from '../../test/attestations.ts';
import { startCanary } from '../../test/canary.ts';
import type { TestClient } from '../../test/client.ts';
import { addPasskey, passkeyBody, SoftPasskey } from '../../test/factors.ts';
import { mailTo } from '../../test/mail-server.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mail: { mail: mailTo(undefined) } });
});
afterAll(() => server.close());

const signIn = async (client: TestClient, passkey: SoftPasskey) =>
  client.call(routes.logInByPasskey, { body: await passkeyBody(client, passkey) });
const refuse = async (client: TestClient, passkey: SoftPasskey) =>
  client.refuse(routes.logInByPasskey, { body: await passkeyBody(client, passkey) });

async function withPasskey() {
  const person = await makeCustomer(server);
  return { ...person, passkey: await addPasskey(person.client) };
}
const passwordOf = ({ user }: TestPerson) => ({ email: user.email, password: 'correct horse' });
const toldOf = ({ user }: TestPerson, kind: string) =>
  server.sql('select data from outgoing_messages where user_id = ? and kind = ?', [user.id, kind]);
const actionsOf = async ({ user }: TestPerson) =>
  (
    await server.sql<{ action: string }>(
      'select action from audit_logs where entity_id = ? order by created_at, id',
      [user.id],
    )
  ).map(({ action }) => action);

describe('A passkey', () => {
  test('signs its person in without a password, and says when it was used', async () => {
    const person = await withPasskey();
    const client = server.client();
    expect((await signIn(client, person.passkey)).body.id).toBe(person.user.id);
    const { body } = await client.call(routes.ownPasskeys);
    expect(body).toMatchObject({ rpId: '127.0.0.1', passkeys: [{ name: 'Phone' }] });
    expect(body.passkeys[0]?.credentialId).toBe(person.passkey.id);
    expect(body.passkeys[0]?.lastUsedAt).toEqual(expect.any(String));
    await server.client().call(routes.logIn, { body: passwordOf(person) });
  });

  test('is added with an audit line and a message, and ends the sessions elsewhere', async () => {
    const person = await makeCustomer(server);
    const elsewhere = server.client();
    await elsewhere.call(routes.logIn, { body: passwordOf(person) });
    await addPasskey(person.client);
    expect((await elsewhere.refuse(routes.currentUser)).status).toBe(401);
    await person.client.call(routes.currentUser);
    expect(await actionsOf(person)).toContain('passkey.add');
    expect(await toldOf(person, 'account_changed')).toEqual([{ data: { what: 'second_factor' } }]);
  });

  test('asks for the password if the sign-in is older than 10 minutes, to be added and removed', async () => {
    const person = await withPasskey();
    const { client } = person;
    const [passkey] = (await client.call(routes.ownPasskeys)).body.passkeys;
    const params = { id: passkey?.id ?? '' };
    await server.sql(`update sessions set created_at = created_at - interval '16 minutes'`);
    for (const call of [
      (body: object) => client.refuse(routes.passkeyOptions, { body }),
      (body: object) => client.refuse(routes.removePasskey, { params, body }),
    ])
      for (const currentPassword of [null, 'wrong'])
        expect((await call({ currentPassword })).body.code).toBe('password_needed');
    const body = { currentPassword: 'correct horse' };
    await client.call(routes.passkeyOptions, { body });
    await client.call(routes.removePasskey, { params, body });
  });

  test('is renamed and removed by its person only, and opens nothing then', async () => {
    const person = await withPasskey();
    const { client } = person;
    const [passkey] = (await client.call(routes.ownPasskeys)).body.passkeys;
    const params = { id: passkey?.id ?? '' };
    const other = await makeCustomer(server);
    const body = { name: ' Laptop ' };
    expect((await other.client.refuse(routes.renamePasskey, { params, body })).status).toBe(404);
    const away = await other.client.refuse(routes.removePasskey, { params, body: {} });
    expect(away.status).toBe(404);
    const renamed = (await client.call(routes.renamePasskey, { params, body })).body;
    expect(renamed.passkeys.map(({ name }) => name)).toEqual(['Laptop']);
    const removed = (await client.call(routes.removePasskey, { params, body: {} })).body;
    expect(removed.passkeys).toEqual([]);
    expect((await client.refuse(routes.removePasskey, { params, body: {} })).status).toBe(404);
    const refused = await refuse(server.client(), person.passkey);
    expect(refused).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect(await actionsOf(person)).toEqual(
      expect.arrayContaining(['passkey.rename', 'passkey.remove']),
    );
  });

  test('is refused if made or signed for another origin, without verifying the person, or by another key', async () => {
    const person = await makeCustomer(server);
    const make = async (passkey: SoftPasskey) => {
      const options = (await person.client.call(routes.passkeyOptions, { body: {} })).body;
      const body = { name: 'x', credential: await passkey.make(options) };
      return person.client.refuse(routes.addPasskey, { body });
    };
    const unverified = new SoftPasskey(server.url);
    unverified.verifies = false;
    for (const passkey of [new SoftPasskey('http://evil.example'), unverified])
      expect((await make(passkey)).body.fields).toHaveProperty('credential');
    const passkey = await addPasskey(person.client);
    const client = server.client();
    passkey.verifies = false;
    expect((await refuse(client, passkey)).status).toBe(401);
    passkey.verifies = true;
    const options = (await client.call(routes.passkeySignIn)).body;
    const body = passkey.give(options, 'another challenge');
    expect((await client.refuse(routes.logInByPasskey, { body })).status).toBe(401);
    await signIn(client, passkey);
  });

  test.each(Object.entries(ATTESTATIONS))(
    'made with a statement of who made it (%s) is refused, and nobody is asked about it',
    async (_, attest) => {
      const asked = await startCanary();
      const { client } = await makeCustomer(server);
      const options = (await client.call(routes.passkeyOptions, { body: {} })).body;
      const credential = await new SoftPasskey(server.url).make(options, attest(asked.url));
      const refused = await client.refuse(routes.addPasskey, { body: { name: 'x', credential } });
      expect(refused).toMatchObject({
        status: 400,
        body: { fields: { credential: expect.any(String) } },
      });
      expect(asked.paths).toEqual([]);
    },
  );

  test('may be signed by itself, as some devices do without being asked', async () => {
    const { client } = await makeCustomer(server);
    const options = (await client.call(routes.passkeyOptions, { body: {} })).body;
    const passkey = new SoftPasskey(server.url);
    const credential = await passkey.make(options, byItself);
    await client.call(routes.addPasskey, { body: { name: 'x', credential } });
    await signIn(server.client(), passkey);
  });

  test('answers only what this device was just asked for, once', async () => {
    const { passkey } = await withPasskey();
    const [client, thief] = [server.client(), server.client()];
    const body = await passkeyBody(client, passkey);
    const call = { body };
    expect((await thief.refuse(routes.logInByPasskey, call)).body.code).toBe('sign_in_ended');
    await client.call(routes.logInByPasskey, call);
    expect((await client.refuse(routes.logInByPasskey, call)).body.code).toBe('sign_in_ended');
    const late = { body: await passkeyBody(client, passkey) };
    await server.sql('update sign_in_steps set ends_at = now() where true');
    expect((await client.refuse(routes.logInByPasskey, late)).body.code).toBe('sign_in_ended');
  });

  test('whose count goes backward is refused as a copy', async () => {
    const { passkey } = await withPasskey();
    passkey.counter = 5;
    await signIn(server.client(), passkey);
    expect((await refuse(server.client(), passkey)).status).toBe(401);
    passkey.counter = 6;
    await signIn(server.client(), passkey);
  });

  test('cannot be added twice, nor more than there is room for', async () => {
    const person = await withPasskey();
    const other = await makeCustomer(server);
    const options = (await other.client.call(routes.passkeyOptions, { body: {} })).body;
    const body = { name: 'x', credential: await person.passkey.make(options) };
    expect((await other.client.refuse(routes.addPasskey, { body })).status).toBe(400);
    for (let count = 0; count < 20; count += 1) await addPasskey(other.client);
    const full = await other.client.refuse(routes.passkeyOptions, { body: {} });
    expect(full.body.error).toContain('room for 20');
  });
});

describe('Signing in by passkey is like signing in by password', () => {
  test('an inactive account is refused with its reason, and not counted as wrong', async () => {
    const { user, passkey } = await withPasskey();
    await server.sql(`update users set is_active = 'false' where id = ?`, [user.id]);
    const refused = await refuse(server.client(), passkey);
    expect(refused).toMatchObject({ status: 403, body: { code: 'inactive' } });
    const tries = await server.sql('select counts from login_attempts where email = ?', [
      user.email.toLowerCase(),
    ]);
    expect(tries).toEqual([{ counts: false }]);
  });

  test('an erased account is refused as a wrong password', async () => {
    const { client, passkey } = await withPasskey();
    await client.call(routes.eraseAccount, { body: { currentPassword: 'correct horse' } });
    const [wrong, body] = [
      await server.client().refuse(routes.logIn, {
        body: { email: `${randomUUID()}@x.example`, password: 'wrong' },
      }),
      await refuse(server.client(), passkey),
    ];
    expect([body.status, body.body]).toEqual([wrong.status, wrong.body]);
  });

  test('with a temporary password the person must first choose their own, and one that ended opens nothing', async () => {
    const admin = await makeAdmin(server);
    const { user, passkey } = await withPasskey();
    await admin.client.call(routes.resetPassword, { params: { id: user.id } });
    const client = server.client();
    await signIn(client, passkey);
    expect((await client.refuse(routes.stats)).body.code).toBe('password_change_needed');
    await server.sql('update users set password_ends_at = now() where id = ?', [user.id]);
    expect((await refuse(server.client(), passkey)).body.code).toBe('password_ended');
  });

  test('a new device is told by mail, a known one is not, and both leave a line', async () => {
    const person = await withPasskey();
    await signIn(person.client, person.passkey);
    expect(await toldOf(person, 'new_sign_in')).toHaveLength(0);
    await signIn(server.client(), person.passkey);
    expect(await toldOf(person, 'new_sign_in')).toHaveLength(1);
    const lines = await server.sql(
      `select details from audit_logs where user_id = ? and action = 'session.login'`,
      [person.user.id],
    );
    expect(lines).toEqual([{ details: 'by passkey' }, { details: 'by passkey' }]);
  });

  test('wrong ones count, and then the right one waits too', async () => {
    const own = await startTestServer();
    const person = await makeCustomer(own);
    const passkey = await addPasskey(person.client);
    const client = own.client();
    passkey.verifies = false;
    for (let tries = 0; tries < 5; tries += 1) await refuse(client, passkey);
    passkey.verifies = true;
    expect((await refuse(client, passkey)).status).toBe(429);
    const body = passwordOf(person);
    expect((await client.refuse(routes.logIn, { body })).status).toBe(429);
    await own.close();
  });
});
