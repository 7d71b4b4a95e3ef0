import { randomUUID } from 'node:crypto';
import { SECOND_FACTOR_SETTING } from '@sunloop/shared-types/accounts/second-factor.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type IdentityProvider, startIdentityProvider } from '../../test/identity-provider.ts';
import { mailTo } from '../../test/mail-server.ts';
import { addPasskey, addPasskeyRow } from '../../test/factors.ts';
import { makeAdmin, makeCustomer } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { ssoTrips, type SsoTrips } from '../../test/sso-trips.ts';

let idp: IdentityProvider;
let server: TestServer;
let trips: SsoTrips;
beforeAll(async () => {
  idp = await startIdentityProvider();
  const sso = idp.setup({ adminClaim: { claim: 'roles', value: 'sunloop-admin' } });
  server = await startTestServer({ sso, mail: { mail: mailTo(undefined) } });
  idp.serve(server.url);
  trips = ssoTrips(idp, server);
});
afterAll(async () => {
  await server.close();
  await idp.close();
});
beforeEach(() => {
  Object.assign(idp, { forged: {}, forger: undefined });
});

const setUser = (id: string, column: string) =>
  server.sql(`update users set ${column} where id = ?`, [id]);
const auditOf = (id: string) =>
  server.sql<{ action: string }>(
    'select action, details, user_id from audit_logs where entity_id = ? order by created_at, id',
    [id],
  );

describe('an account', () => {
  test('is made for an unknown verified address, as by a sign-up', async () => {
    const { subject, email } = trips.somebody({ name: 'Ada Sun' });
    const { user, client } = await trips.signOn(subject);
    expect(user).toMatchObject({ email, username: 'Ada Sun', role: 'customer', isActive: 'true' });
    expect(user.referralCode).toMatch(/\w{6}/);
    expect(user.emailConfirmedAt).toBeDefined();
    expect(user.passwordEndsAt).toBeUndefined();
    expect((await client.call(routes.rewardLadder)).body.next.ordinal).toBe(1);
    expect((await client.call(routes.ownSessions)).body).toHaveLength(1);
    expect((await auditOf(user.id)).map(({ action }) => action)).toEqual([
      'user.sign_up',
      'session.login',
    ]);
  });

  test('of somebody whose name is taken gets one of its own', async () => {
    await trips.signOn(trips.somebody({ name: 'Sam Ray' }).subject);
    const { user } = await trips.signOn(trips.somebody({ name: 'sam ray' }).subject);
    expect(user.username).toMatch(/^sam ray \w+$/);
  });

  test('is named by the address where no name can be one here', async () => {
    const { subject, email } = trips.somebody({ name: '\u200B', preferred_username: '' });
    expect((await trips.signOn(subject)).user.username).toBe(email.split('@')[0]);
  });

  test('is made once for two tabs that come back at once', async () => {
    const { subject } = trips.somebody();
    const both = await Promise.all([trips.goTo(subject), trips.goTo(subject)]);
    expect(await Promise.all(both.map(trips.comeBack))).toEqual(['/', '/']);
    const [first, second] = await Promise.all(
      both.map(async ({ client }) => (await client.call(routes.currentUser)).body.id),
    );
    expect(first).toBe(second);
  });

  test('is joined by its verified address, and keeps its password and its sessions', async () => {
    const before = await makeCustomer(server);
    await setUser(before.user.id, 'email_confirmed_at = now()');
    const { subject } = trips.somebody({ email: before.user.email.toUpperCase() });
    const { user } = await trips.signOn(subject);
    expect(user.id).toBe(before.user.id);
    await before.client.call(routes.stats);
    const body = { email: user.email, password: 'correct horse' };
    await server.client().call(routes.logIn, { body });
    const told = 'select kind from outgoing_messages where user_id = ?';
    expect(await server.sql(told, [user.id])).toContainEqual({ kind: 'new_sign_in' });
  });

  test.each(['email_confirmed_at = null', "password_ends_at = now() + interval '1 day'"])(
    'that somebody else may have made or got into is taken from them (%s)',
    async (column) => {
      const before = await makeCustomer(server);
      await setUser(before.user.id, 'email_confirmed_at = now()');
      await addPasskeyRow(server, before.user.id);
      await setUser(before.user.id, column);
      const { user } = await trips.signOn(trips.somebody({ email: before.user.email }).subject);
      expect(user.id).toBe(before.user.id);
      expect(user.passwordEndsAt).toBeUndefined();
      expect((await before.client.refuse(routes.stats)).status).toBe(401);
      const passkeys = await server.sql('select 1 from passkeys where user_id = ?', [user.id]);
      expect(passkeys).toEqual([]);
      const body = { email: user.email, password: 'correct horse' };
      expect((await server.client().refuse(routes.logIn, { body })).status).toBe(401);
    },
  );

  test('is kept when the address at the provider changes', async () => {
    const { subject } = trips.somebody();
    const { user } = await trips.signOn(subject);
    idp.people.set(subject, { email: 'new@elsewhere.example', email_verified: false });
    expect((await trips.signOn(subject)).user).toMatchObject({ id: user.id, email: user.email });
  });

  test.each([false, 'false', undefined])(
    'is not joined by an address that is not verified (%j)',
    async (verified) => {
      const { user } = await makeCustomer(server);
      const { subject } = trips.somebody({ email: user.email, email_verified: verified });
      expect(await trips.refusalOf(await trips.goTo(subject))).toBe('unverified');
    },
  );

  test('is not made without an address that can be one here', async () => {
    const { subject } = trips.somebody({ email: 'nonsense' });
    expect(await trips.refusalOf(await trips.goTo(subject))).toBe('unverified');
  });

  test('of another identity of the provider is not taken, until its password is reset', async () => {
    const admin = await makeAdmin(server);
    const { subject, email } = trips.somebody();
    const { user } = await trips.signOn(subject);
    const other = trips.somebody({ email });
    expect(await trips.refusalOf(await trips.goTo(other.subject))).toBe('taken');
    await admin.client.call(routes.resetPassword, { params: { id: user.id } });
    expect((await trips.signOn(other.subject)).user.id).toBe(user.id);
  });

  test('that is inactive is refused', async () => {
    const { subject } = trips.somebody();
    const { user } = await trips.signOn(subject);
    await setUser(user.id, "is_active = 'false'");
    expect(await trips.refusalOf(await trips.goTo(subject))).toBe('inactive');
  });

  test('that was erased is refused, and keeps nothing that names the identity', async () => {
    const admin = await makeAdmin(server);
    const { subject } = trips.somebody();
    const { user } = await trips.signOn(subject);
    await admin.client.call(routes.eraseUser, { params: { id: user.id } });
    const rows = await server.sql('select * from users where id = ?', [user.id]);
    expect(JSON.stringify(rows)).not.toContain(subject);
    expect(await trips.refusalOf(await trips.goTo(subject))).toBe('erased');
  });
});

describe('a role', () => {
  const [asAdmin, asCustomer] = [{ roles: ['x', 'sunloop-admin'] }, { roles: ['x'] }];
  const say = (subject: string, email: string, claims: object) =>
    idp.people.set(subject, { email, email_verified: true, ...claims });

  test('follows the claim at each sign-in', async () => {
    await makeAdmin(server);
    const { subject, email } = trips.somebody(asAdmin);
    const { user } = await trips.signOn(subject);
    expect(user.role).toBe('admin');
    say(subject, email, asCustomer);
    expect((await trips.signOn(subject)).user.role).toBe('customer');
    say(subject, email, { roles: 'sunloop-admin' });
    expect((await trips.signOn(subject)).user.role).toBe('admin');
    expect(await auditOf(user.id)).toContainEqual(
      expect.objectContaining({ action: 'user.role_by_sso', details: 'role: admin → customer' }),
    );
  });

  test('of an admin is joined by the claim only', async () => {
    const { user } = await makeAdmin(server);
    const { subject, email } = trips.somebody({ email: user.email, ...asCustomer });
    expect(await trips.refusalOf(await trips.goTo(subject))).toBe('admin');
    say(subject, email, asAdmin);
    expect((await trips.signOn(subject)).user).toMatchObject({ id: user.id, role: 'admin' });
  });

  test('that needs a second factor here is trusted to the provider', async () => {
    const { client } = await makeAdmin(server);
    await addPasskey(client);
    const setting = { params: { key: SECOND_FACTOR_SETTING } };
    await client.call(routes.changeSetting, { ...setting, body: { value: 'required' } });
    const { user } = await trips.signOn(trips.somebody(asAdmin).subject);
    await client.call(routes.changeSetting, { ...setting, body: { value: 'recommended' } });
    expect(user).toMatchObject({ role: 'admin', secondFactor: 'recommended' });
  });

  test('of an admin is given only after a second factor, where a claim has to say so', async () => {
    const sso = idp.setup({
      adminClaim: { claim: 'roles', value: 'sunloop-admin' },
      factorClaim: { claim: 'amr', value: 'mfa' },
    });
    const strict = await startTestServer({ sso });
    idp.serve(strict.url);
    const own = ssoTrips(idp, strict);
    const { subject } = own.somebody(asCustomer);
    const { user } = await own.signOn(subject);
    expect(user.role).toBe('customer');
    const [admin, other] = [own.somebody(asAdmin), own.somebody(asAdmin)];
    for (const forged of [{}, { amr: 'pwd' }, { amr: ['pwd'] }, { amr: 'mfa pwd' }]) {
      idp.forged = forged;
      for (const { subject: who } of [admin, other])
        expect(await own.refusalOf(await own.goTo(who))).toBe('weak');
    }
    expect(await strict.sql("select 1 from users where role = 'admin'")).toEqual([]);
    idp.forged = { amr: ['pwd', 'mfa'] };
    expect((await own.signOn(admin.subject)).user.role).toBe('admin');
    idp.serve(server.url);
    await strict.close();
  });

  test('of the last admin stays', async () => {
    const { subject, email } = trips.somebody(asAdmin);
    const { user } = await trips.signOn(subject);
    const others = "update users set role = 'customer' where role = 'admin' and id <> ?";
    await server.sql(others, [user.id]);
    say(subject, email, {});
    expect((await trips.signOn(subject)).user.role).toBe('admin');
    const second = await makeAdmin(server);
    expect((await trips.signOn(subject)).user.role).toBe('customer');
    expect((await second.client.call(routes.currentUser)).body.role).toBe('admin');
  });
});

describe('a provider of another make', () => {
  test('says in text that an address is verified, as Amazon Cognito does', async () => {
    const { subject, email } = trips.somebody({ email_verified: 'true' });
    expect((await trips.signOn(subject)).user.email).toBe(email);
  });

  test('has its roles in a claim within a claim, as Keycloak does', async () => {
    const sso = idp.setup({ adminClaim: { claim: 'realm_access.roles', value: 'sun' } });
    const other = await startTestServer({ sso });
    idp.serve(other.url);
    const own = ssoTrips(idp, other);
    const { subject } = own.somebody();
    idp.forged = { realm_access: { roles: ['sun'] } };
    expect((await own.signOn(subject)).user.role).toBe('admin');
    idp.serve(server.url);
    await other.close();
  });

  test('says nothing of addresses, as Microsoft Entra does, and the operator says that they are verified', async () => {
    const other = await startTestServer({ sso: idp.setup({ verifiesAddresses: true }) });
    idp.serve(other.url);
    const own = ssoTrips(idp, other);
    const silent = own.somebody({ email_verified: undefined });
    expect((await own.signOn(silent.subject)).user.email).toBe(silent.email);
    const denied = own.somebody({ email_verified: false });
    expect(await own.refusalOf(await own.goTo(denied.subject))).toBe('unverified');
    idp.serve(server.url);
    await other.close();
  });
});

describe('Whoever is turned away', () => {
  test('is counted by the reason, and the desk says so', async () => {
    await server.sql('delete from sso_refusals where true');
    const { client } = await makeAdmin(server);
    const refusals = async () => (await client.call(routes.securityStats)).body.sso?.refusals;
    expect(await refusals()).toEqual([]);
    for (const verified of [undefined, false]) {
      const { subject } = trips.somebody({ email_verified: verified });
      await trips.refusalOf(await trips.goTo(subject));
    }
    await trips.refusalOf(await trips.goTo(undefined));
    // Anybody may ask for this address.
    await server.client().fetch('/api/sso/callback?state=x');
    expect(await refusals()).toEqual([
      { fault: 'unverified', count: 2 },
      { fault: 'refused', count: 1 },
    ]);
    expect(await server.sql('select * from sso_refusals where last_at is null')).toEqual([]);
  });

  test('for want of the claim that makes an admin finds that claim named in the log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const sso = idp.setup({ adminClaim: { claim: 'groups', value: 'sun' } });
    const other = await startTestServer({ sso, log });
    idp.serve(other.url);
    const own = ssoTrips(idp, other);
    await own.signOn(own.somebody({ roles: ['sun'] }).subject);
    expect(lines.join('')).toContain('"absentClaim":"groups"');
    idp.serve(server.url);
    await other.close();
  });
});

describe('without a claim that makes an admin', () => {
  let plain: TestServer;
  beforeAll(async () => {
    plain = await startTestServer({ sso: idp.setup() });
    idp.serve(plain.url);
  });
  afterAll(async () => {
    idp.serve(server.url);
    await plain.close();
  });

  test('only customers come in', async () => {
    const own = ssoTrips(idp, plain);
    const { subject } = own.somebody({ roles: ['sunloop-admin'] });
    const { user } = await own.signOn(subject);
    expect(user.role).toBe('customer');
    await plain.sql("update users set role = 'admin' where id = ?", [user.id]);
    expect(await own.refusalOf(await own.goTo(subject))).toBe('admin');
  });
});

test('Each sign-in has PKCE, state and nonce of its own', async () => {
  const urls = await Promise.all([trips.begin(server.client()), trips.begin(server.client())]);
  const [first, second] = urls.map((url) => new URL(url).searchParams);
  expect(first?.get('code_challenge_method')).toBe('S256');
  expect(first?.get('redirect_uri')).toBe(`${server.url}/api/sso/callback`);
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(first?.get(name)).toMatch(/^[\w-]{43}$/);
    expect(first?.get(name)).not.toBe(second?.get(name));
  }
});

test.each([
  ['/referrals?sort=name', '/referrals?sort=name'],
  ['https://evil.example/x', '/'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['referrals', '/'],
])('The way back to %j leads to %j', async (to, end) => {
  const trip = await trips.goTo(trips.somebody().subject, { to });
  expect(await trips.comeBack(trip)).toBe(end);
});

test('The cookie of a trip is signed, and hidden from scripts', async () => {
  const client = server.client();
  const answer = await client.fetch('/api/sso/start');
  const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('sunloop.sso='));
  expect(cookie).toMatch(/path=\/; expires=[^;]+; samesite=lax; httponly$/);
  const back = new URL(await idp.visit(trips.locationOf(answer), trips.somebody().subject));
  const forged = client.cookieHeader().replace(/sunloop.sso=../, 'sunloop.sso=xx');
  const headers = { Cookie: forged };
  const refused = await fetch(server.url + back.pathname + back.search, {
    redirect: 'manual',
    headers,
  });
  expect(trips.locationOf(refused)).toBe('/sso/ended');
});

test('Everybody learns what the provider is called, and nothing else of it', async () => {
  const { body } = await server.client().call(routes.programme);
  expect(body.sso).toBe('Sun Login');
  expect(JSON.stringify(body)).not.toContain(idp.issuer.host);
});

test.each([
  ['admin', 'Sun Login does not say that you are one'],
  ['erased', 'Your account was deleted'],
])('The page of the reason %s says it in words', async (fault, words) => {
  const answer = await server.client().fetch(`/sso/${fault}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  const html = await answer.text();
  expect(html).toContain(words);
  expect(html).toContain('href="/auth"');
});

test.each(['/sso/', '/sso/nonsense', '/sso/toString', '/sso/<b>'])('%s is no page', async (url) => {
  expect((await server.client().fetch(url)).status).toBe(404);
});

test('A network has a number of sign-ins an hour', async () => {
  const trip = await trips.goTo(trips.somebody().subject);
  const max = "update rate_limits set count = 100000 where key like 'ssoSignIns:%'";
  await server.sql(max);
  expect(await trips.refusalOf(trip)).toBe('busy');
  await server.sql("delete from rate_limits where key like 'ssoSignIns:%'");
});

test('A customer who is signed in becomes who came back', async () => {
  const { client, user } = await makeCustomer(server);
  const { user: other } = await trips.signOn(
    trips.somebody({ name: randomUUID() }).subject,
    client,
  );
  expect(other.id).not.toBe(user.id);
});
