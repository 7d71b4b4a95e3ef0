import { PROVED_MS } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { type IdentityProvider, startIdentityProvider } from '../../test/identity-provider.ts';
import { makeAdmin } from '../../test/people.ts';
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

const TEN_MINUTES = PROVED_MS / 1000;
const NEEDED = { status: 403, body: { code: 'password_needed' } };
const body = { newPassword: 'a horse of my own' };
const refuseChange = (client: TestClient) => client.refuse(routes.changePassword, { body });
const change = (client: TestClient) => client.call(routes.changePassword, { body });
/** As if the provider had asked who it is so many seconds before its answer, which is of now. */
const askedBefore = (seconds: number) => {
  idp.forged = { auth_time: Math.floor(Date.now() / 1000) - seconds };
};

describe('A sign-in by the provider shows who it is', () => {
  test('for ten minutes since the provider asked', async () => {
    askedBefore(TEN_MINUTES - 60);
    const { client } = await trips.signOn(trips.somebody().subject);
    const later = `update sessions set proved_at = proved_at - interval '2 minutes'`;
    await change(client);
    await server.sql(later);
    expect(await refuseChange(client)).toMatchObject(NEEDED);
  });

  test('not if the provider asked long ago, or does not say when', async () => {
    for (const forged of [{ auth_time: 1 }, { auth_time: undefined }]) {
      idp.forged = forged;
      const { client } = await trips.signOn(trips.somebody().subject);
      expect(await refuseChange(client)).toMatchObject(NEEDED);
    }
  });
});

describe('Whoever is to show it again', () => {
  test('is asked by the provider, and then not for ten minutes', async () => {
    const { subject } = trips.somebody();
    const { client } = await trips.signOn(subject);
    expect(await refuseChange(client)).toMatchObject(NEEDED);
    const asked = new URL(await trips.begin(client, { again: 'true' })).searchParams;
    expect([asked.get('max_age'), asked.get('prompt')]).toEqual(['0', 'login']);
    const trip = await trips.goTo(subject, { client, to: '/profile', again: 'true' });
    expect(await trips.comeBack(trip)).toBe('/profile');
    await change(client);
  });

  test.each([{ auth_time: 1 }, { auth_time: undefined }])(
    'is told if the provider did not ask, or does not say so, and stays signed in: %j',
    async (forged) => {
      await server.sql('delete from sso_refusals where true');
      const { subject } = trips.somebody();
      const { client, user } = await trips.signOn(subject);
      const trip = await trips.goTo(subject, { client, again: 'true' });
      idp.forged = forged;
      expect(await trips.comeBack(trip)).toBe('/sso/stale');
      expect((await client.call(routes.currentUser)).body.id).toBe(user.id);
      expect(await refuseChange(client)).toMatchObject(NEEDED);
      const page = await (await client.fetch('/sso/stale')).text();
      expect(page).toContain('Sun Login did not ask you again');
      expect(page).not.toContain('You are not signed in');
      const admin = await makeAdmin(server);
      const { sso } = (await admin.client.call(routes.securityStats)).body;
      expect(sso?.refusals).toEqual([{ fault: 'stale', count: 1 }]);
    },
  );

  test('is told if another answer is sent in its place', async () => {
    const { subject } = trips.somebody();
    const { client } = await trips.signOn(subject);
    const plain = await trips.goTo(subject, { client });
    await trips.goTo(subject, { client, again: 'true' });
    expect(await trips.comeBack(plain)).toBe('/sso/ended');
  });
});

describe('A sign-in', () => {
  const start = (site: string) =>
    server.client().fetch('/api/sso/start', { headers: { 'Sec-Fetch-Site': site } });

  test.each(['cross-site', 'same-site'])('is not begun by another site (%s)', async (site) => {
    const answer = await start(site);
    expect(trips.locationOf(answer)).toBe('/auth');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test.each(['same-origin', 'none', ''])('is begun by the person (%j)', async (site) => {
    expect(trips.locationOf(await start(site))).toContain(idp.issuer.href);
  });
});
