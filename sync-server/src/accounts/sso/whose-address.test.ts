import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type IdentityProvider, startIdentityProvider } from '../../test/identity-provider.ts';
import { makeCustomer } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { ssoTrips, type SsoTrips } from '../../test/sso-trips.ts';

let idp: IdentityProvider;
let server: TestServer;
let trips: SsoTrips;
beforeAll(async () => {
  idp = await startIdentityProvider();
  server = await startTestServer({ sso: idp.setup() });
  idp.serve(server.url);
  trips = ssoTrips(idp, server);
});
afterAll(async () => {
  await server.close();
  await idp.close();
});
afterEach(() => {
  idp.forged = {};
});

describe('A sign-in leads back to this server', () => {
  test.each([
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example/a?b#c',
    '/a/..//evil.example',
    '/./\\evil.example',
    '/.\t//evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a/.././/evil.example',
  ])('and not to %j', async (to) => {
    const location = await trips.comeBack(await trips.goTo(trips.somebody().subject, { to }));
    expect(new URL(location, server.url).origin).toBe(server.url);
    expect(location).toMatch(/^\/(?![/\\])/);
  });

  test('to its path, query and place', async () => {
    const { subject } = trips.somebody();
    const to = '/referrals?upload=1#top';
    expect(await trips.comeBack(await trips.goTo(subject, { to }))).toBe(to);
  });
});

describe('An address and that it is verified', () => {
  test('come both from the token if that has an address', async () => {
    const { user } = await makeCustomer(server);
    const { subject } = trips.somebody({ email_verified: true });
    idp.forged = { email: user.email };
    expect(await trips.refusalOf(await trips.goTo(subject))).toBe('unverified');
    idp.forged = { email: user.email, email_verified: true };
    expect((await trips.signOn(subject)).user.id).toBe(user.id);
  });

  test('come both from what is asked for with it otherwise', async () => {
    const { user } = await makeCustomer(server);
    const { subject } = trips.somebody({ email: user.email, email_verified: false });
    idp.forged = { email_verified: true };
    expect(await trips.refusalOf(await trips.goTo(subject))).toBe('unverified');
  });
});

test('An address is read by the rules of this server before it is looked up', async () => {
  const name = `kim-${randomUUID().slice(0, 8)}`;
  const { user } = await makeCustomer(server, { email: `${name}@example.com` });
  // The Kelvin sign, whose small letter is k.
  const { subject } = trips.somebody({ email: `\u212Aim${name.slice(3)}@example.com` });
  expect(await trips.refusalOf(await trips.goTo(subject))).toBe('unverified');
  const [row] = await server.sql('select sso_subject from users where id = ?', [user.id]);
  expect(row).toEqual({ sso_subject: null });
});

test('Over https what a sign-in waits for is in cookies that no other host can set', async () => {
  const origin = 'https://sun.example';
  const secure = await startTestServer({ sso: idp.setup(), publicOrigin: origin });
  const asked = { method: 'POST', headers: { Origin: origin } };
  const answers = [
    await secure.client().fetch('/api/sso/start'),
    await secure.client().fetch('/api/login/passkey/options', asked),
  ];
  await secure.close();
  const cookies = answers.flatMap((answer) => answer.headers.getSetCookie());
  expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual([
    '__Host-sunloop.sso',
    '__Host-sunloop.sso.sig',
    '__Host-sunloop.step',
    '__Host-sunloop.step.sig',
  ]);
  for (const cookie of cookies) expect(cookie).toMatch(/; path=\/;.*; secure/i);
});
