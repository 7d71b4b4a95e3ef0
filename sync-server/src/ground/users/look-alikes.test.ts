import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdmin } from '../../../operate/install/first-admin.ts';
import { type IdentityProvider, startIdentityProvider } from '../../test/identity-provider.ts';
import { mailTo } from '../../test/mail-server.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { ssoTrips, type SsoTrips } from '../../test/sso-trips.ts';

let idp: IdentityProvider;
let server: TestServer;
let trips: SsoTrips;
let admin: TestPerson;
beforeAll(async () => {
  idp = await startIdentityProvider();
  server = await startTestServer({ sso: idp.setup({}), mail: { mail: mailTo(undefined) } });
  idp.serve(server.url);
  trips = ssoTrips(idp, server);
  admin = await makeAdmin(server);
});
afterAll(async () => {
  await server.close();
  await idp.close();
});

/** A name that nobody has, in letters that have doubles. */
const aName = () => `Maya Chen ${randomUUID().slice(0, 8)}`;
const newUser = (username: string) => ({
  username,
  email: `${randomUUID()}@example.com`,
  password: 'sunny-roof-7',
});
const signUp = (username: string) =>
  server.client().refuse(routes.signUp, { body: newUser(username) });

const ALIKE: readonly (readonly [string, (name: string) => string])[] = [
  ['two blanks', (name) => name.replace(' ', '  ')],
  ['a blank that does not break', (name) => name.replace(' ', '\u00a0')],
  ['full-width letters', (name) => name.replace('Maya', 'Ｍａｙａ')],
  ['another case in full width', (name) => name.replace('Maya', 'ｍＡＹＡ')],
  ['a letter of another script', (name) => name.replace('M', '\u041c').replace('a', '\u0430')],
  ['an accent made of two', (name) => name],
];

describe.each(ALIKE)('A name with %s looks like another’s and is refused', (what, alike) => {
  const taken =
    what === 'an accent made of two' ? () => aName().replace('Maya', 'Zo\u00eb') : aName;
  const other = (name: string) => alike(name).replace('\u00eb', 'e\u0308');
  const refusal = {
    status: 409,
    body: { code: 'username_taken', fields: { username: expect.any(String) } },
  };

  test('by a sign-up', async () => {
    const name = taken();
    await makeCustomer(server, { username: name });
    expect(await signUp(other(name))).toMatchObject(refusal);
  });

  test('by a change of the profile and by an admin’s change and new user', async () => {
    const name = taken();
    await makeCustomer(server, { username: name });
    const { client, user } = await makeCustomer(server);
    const body = { username: other(name) };
    expect(await client.refuse(routes.changeProfile, { body })).toMatchObject(refusal);
    const params = { id: user.id };
    expect(await admin.client.refuse(routes.changeUser, { params, body })).toMatchObject(refusal);
    const added = { ...newUser(other(name)), role: 'customer', isActive: 'true' };
    expect(await admin.client.refuse(routes.addUser, { body: added })).toMatchObject(refusal);
    expect((await client.call(routes.currentUser)).body).toMatchObject({ username: user.username });
  });

  test('by single sign-on, which gives another one', async () => {
    const name = taken();
    await makeCustomer(server, { username: name });
    const { user } = await trips.signOn(trips.somebody({ name: other(name) }).subject);
    expect(user.username).toMatch(/ [A-Z0-9]{8}$/);
  });
});

test('of sign-ups that look alike and come at once, one is let in', async () => {
  const name = aName();
  const given = [
    name,
    name.replace(' ', '  '),
    name.replace('Maya', 'Ｍａｙａ'),
    name.replace(' ', '\u2003'),
  ];
  const answers = await Promise.all(
    given.map((username) =>
      server.client().fetch(routes.signUp.path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(newUser(username)),
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
});

test('people keep what looks like their own name, and may write it anew', async () => {
  const name = aName();
  const { client } = await makeCustomer(server, { username: name });
  const wide = name.replace('Maya', 'Ｍａｙａ');
  const body = { username: wide, phone: '555 0100' };
  expect((await client.call(routes.changeProfile, { body })).body).toMatchObject(body);
  expect(await signUp(name)).toMatchObject({ status: 409 });
});

test('a name is free again once its owner has another one or was erased', async () => {
  const [first, second] = [aName(), aName()];
  const renamed = await makeCustomer(server, { username: first });
  await renamed.client.call(routes.changeProfile, { body: { username: aName() } });
  const erased = await makeCustomer(server, { username: second });
  await admin.client.call(routes.eraseUser, { params: { id: erased.user.id } });
  for (const name of [first, second]) {
    await server.client().call(routes.signUp, { body: newUser(name.replace(' ', '  ')) });
  }
});

test('a new name waits for nobody who writes what belongs to its owner', async () => {
  const { client, user } = await makeCustomer(server);
  const holder = server.database.orm.em.fork();
  await holder.begin();
  // A line that refers to the user, whose writer may then wait for the user.
  await holder.execute(
    `insert into audit_logs (id, user_id, action, entity) values (gen_random_uuid(), ?, 'session.logout', 'user')`,
    [user.id],
  );
  await client.call(routes.changeProfile, { body: { username: aName() } });
  await holder.rollback();
});

test('somebody from before the rule whose name looks like another’s keeps it, signs in and changes the rest', async () => {
  const name = aName();
  await makeCustomer(server, { username: name });
  const { client, user } = await makeCustomer(server);
  const twin = name.replace(' ', '  ');
  await server.sql('update users set username = ?, look = null where id = ?', [twin, user.id]);
  await client.call(routes.changeProfile, { body: { phone: '555 0101', username: twin } });
  const params = { id: user.id };
  await admin.client.call(routes.changeUser, { params, body: { address: '1 Sun St' } });
  const login = { email: user.email, password: 'correct horse' };
  const again = (await server.client().call(routes.logIn, { body: login })).body;
  expect(again).toMatchObject({ username: twin, phone: '555 0101', address: '1 Sun St' });
});

test('an operator’s admin gets another name where somebody’s looks like Admin', async () => {
  await server.sql(
    `update users set username = 'Somebody', look = null where lower(username) = 'admin'`,
  );
  await makeCustomer(server, { username: 'Adm\u0456n' });
  const em = server.database.orm.em.fork();
  await createAdmin(em, { email: 'second-admin@example.com', password: 'sunny-roof-7' });
  await em.flush();
  const sql = 'select username from users where email = ?';
  const [made] = await server.sql<{ username: string }>(sql, ['second-admin@example.com']);
  expect(made?.username).toMatch(/^Admin \w+$/);
});
