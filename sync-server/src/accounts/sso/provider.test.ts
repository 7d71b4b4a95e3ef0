import { generateKeyPairSync } from 'node:crypto';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  CODE_SECONDS,
  type IdentityProvider,
  startIdentityProvider,
} from '../../test/identity-provider.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { ssoTrips, type SsoTrips } from '../../test/sso-trips.ts';
import { openProvider } from './provider.ts';

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
beforeEach(() => {
  Object.assign(idp, { forged: {}, forger: undefined });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const HOUR = 3600;
const now = () => Math.floor(Date.now() / 1000);
const passSeconds = (seconds: number) => {
  const later = Date.now() + seconds * 1000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
};
const goThere = () => trips.goTo(trips.somebody().subject);

test.each([
  ['of another issuer', { iss: 'https://evil.example' }],
  ['for another audience', { aud: 'somebody-else' }],
  ['with another nonce', { nonce: 'not ours' }],
  ['without a nonce', { nonce: undefined }],
  ['that has expired', { exp: now() - HOUR, iat: now() - 2 * HOUR }],
  ['about nobody', { sub: undefined }],
])('A token %s signs nobody in', async (_what, forged) => {
  idp.forged = forged;
  expect(await trips.refusalOf(await goThere())).toBe('invalid');
});

test('A token about somebody else than the provider tells of signs nobody in', async () => {
  idp.forged = { sub: 'somebody else' };
  expect(await trips.refusalOf(await goThere())).toBe('invalid');
});

test('A token that somebody else signed signs nobody in', async () => {
  idp.forger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  expect(await trips.refusalOf(await goThere())).toBe('invalid');
});

test('A code that has expired signs nobody in', async () => {
  const trip = await goThere();
  passSeconds(CODE_SECONDS + 1);
  expect(await trips.comeBack(trip)).toBe('/sso/ended');
});

test('A code works once, also for a browser that kept its cookie', async () => {
  const trip = await goThere();
  const twin = { ...trip, client: trip.client.at(server.url) };
  expect(await trips.comeBack(trip)).toBe('/');
  expect(await trips.refusalOf(twin)).toBe('ended');
});

test('A trip ends when it is back', async () => {
  const trip = await goThere();
  expect(await trips.comeBack(trip)).toBe('/');
  expect(await trips.comeBack(trip)).toBe('/sso/ended');
  await trip.client.call(routes.currentUser);
});

test('A trip cannot be ended by another browser', async () => {
  const { callback } = await goThere();
  expect(await trips.refusalOf({ client: server.client(), callback })).toBe('ended');
});

test.each([[[]], [['x']], [['x', 'y']]])('The states %j sign nobody in', async (states) => {
  const trip = await goThere();
  const url = new URL(trip.callback, server.url);
  url.searchParams.delete('state');
  for (const state of states) url.searchParams.append('state', state);
  const callback = url.pathname + url.search;
  expect(await trips.refusalOf({ ...trip, callback })).toBe('ended');
});

test('A trip takes ten minutes at most', async () => {
  const trip = await goThere();
  passSeconds(10 * 60 + 1);
  expect(await trips.comeBack(trip)).toBe('/sso/ended');
});

test('Whoever does not sign in there is not signed in here', async () => {
  expect(await trips.refusalOf(await trips.goTo(undefined))).toBe('refused');
});

test('Where nothing is set up, single sign-on is off', async () => {
  const plain = await startTestServer();
  expect(await trips.begin(plain.client())).toBe('/sso/off');
  expect((await plain.client().call(routes.programme)).body.sso).toBeUndefined();
  await plain.close();
});

test('A provider that does not answer is asked again after a minute and not before', async () => {
  const gone = await startIdentityProvider();
  await gone.close();
  let time = 0;
  const settings = { issuer: gone.issuer, clientId: 'x', clientSecret: 'y', name: 'Gone' };
  const provider = openProvider(settings, () => time);
  const fetched = vi.spyOn(globalThis, 'fetch');
  const asked = () =>
    fetched.mock.calls.filter(([url]) => new Request(url).url.startsWith(gone.issuer.origin))
      .length;
  expect(await provider.lookUp()).toContain('ECONNREFUSED');
  const away = await startTestServer({ sso: { provider } });
  expect(await trips.begin(away.client())).toBe('/sso/away');
  expect(asked()).toBe(1);
  time = 61_000;
  expect(await trips.begin(away.client())).toBe('/sso/away');
  expect(asked()).toBe(2);
  await away.close();
});

test('A provider that calls itself something else is not trusted', async () => {
  const issuer = new URL(idp.issuer.href.replace('127.0.0.1', 'localhost'));
  const provider = openProvider({ issuer, clientId: 'x', clientSecret: 'y', name: 'Other' });
  expect(await provider.lookUp()).toMatch(/issuer/);
});
