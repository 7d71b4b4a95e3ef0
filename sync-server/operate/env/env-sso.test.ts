import { expect, test } from 'vitest';
import { readSsoSettings } from './env-sso.ts';

const GIVEN = {
  OIDC_ISSUER: 'https://login.example.com/realms/sun',
  OIDC_CLIENT_ID: 'sunloop',
  OIDC_CLIENT_SECRET: 'hush',
  OIDC_WITHOUT_TLS: 'false',
} as const;
const READ = {
  issuer: new URL(GIVEN.OIDC_ISSUER),
  clientId: 'sunloop',
  clientSecret: 'hush',
  name: 'login.example.com',
  verifiesAddresses: false,
};

test('single sign-on has a name, a claim that makes an admin, and one that says that they used a second factor', () => {
  const claims = { OIDC_ADMIN_CLAIM: 'groups=cn=sun,dc=example', OIDC_FACTOR_CLAIM: 'amr=mfa' };
  const given = { ...GIVEN, OIDC_NAME: 'Sun Login', ...claims };
  expect(readSsoSettings(given)).toEqual({
    ...READ,
    name: 'Sun Login',
    adminClaim: { claim: 'groups', value: 'cn=sun,dc=example' },
    factorClaim: { claim: 'amr', value: 'mfa' },
  });
});

test('without them it is called as its host, and only customers come in', () => {
  expect(readSsoSettings(GIVEN)).toEqual(READ);
});

test('without OIDC_ISSUER there is none and nothing is wrong', () => {
  expect(
    readSsoSettings({
      OIDC_CLIENT_ID: 'x',
      OIDC_ADMIN_CLAIM: 'nonsense',
      OIDC_WITHOUT_TLS: 'false',
    }),
  ).toBeUndefined();
});

test('over http it may be on this machine', () => {
  const given = { ...GIVEN, OIDC_ISSUER: 'http://localhost:4000' };
  expect(readSsoSettings(given)).toMatchObject({ issuer: new URL('http://localhost:4000') });
});

test('over http it may be elsewhere if the operator says so', () => {
  const given = { ...GIVEN, OIDC_ISSUER: 'http://idp:8080', OIDC_WITHOUT_TLS: 'true' } as const;
  expect(readSsoSettings(given)).toMatchObject({ issuer: new URL('http://idp:8080') });
  expect(readSsoSettings({ ...given, OIDC_ISSUER: 'ftp://idp' })).toHaveProperty('fault');
});

test('its addresses count as verified if the operator names it and its tenant', () => {
  const OIDC_ISSUER = 'https://login.microsoftonline.com/0b1c2d3e-0000-4000-8000-000000000000/v2.0';
  const given = { ...GIVEN, OIDC_ISSUER };
  expect(readSsoSettings({ ...given, OIDC_VERIFIED_BY: OIDC_ISSUER })).toMatchObject({
    verifiesAddresses: true,
  });
  for (const OIDC_VERIFIED_BY of ['true', OIDC_ISSUER.replace('0b1c', '0b1d'), GIVEN.OIDC_ISSUER])
    expect(readSsoSettings({ ...given, OIDC_VERIFIED_BY })).toEqual({
      fault: expect.stringContaining('OIDC_VERIFIED_BY must be the same') as string,
    });
});

test.each([
  'common',
  'organizations',
  'consumers',
  'COMMON',
  '{tenantid}',
  '9188040d-6c67-4c5b-b112-36a304b66dad',
])('the addresses of everybody’s tenants (%s) are not called verified', (tenant) => {
  const OIDC_ISSUER = `https://login.microsoftonline.com/${tenant}/v2.0`;
  const told = readSsoSettings({ ...GIVEN, OIDC_ISSUER, OIDC_VERIFIED_BY: OIDC_ISSUER });
  expect(told).toEqual({ fault: expect.stringContaining('name one tenant') as string });
});

test.each([
  ['OIDC_ISSUER', 'login.example.com'],
  ['OIDC_ISSUER', 'http://login.example.com'],
  ['OIDC_ISSUER', 'https://hush@login.example.com'],
  ['OIDC_ISSUER', 'https://login.example.com?tenant=1'],
  ['OIDC_CLIENT_ID', undefined],
  ['OIDC_CLIENT_SECRET', undefined],
  ['OIDC_NAME', 'x'.repeat(41)],
  ['OIDC_NAME', 'Sun\nLogin'],
  ['OIDC_ADMIN_CLAIM', 'roles'],
  ['OIDC_ADMIN_CLAIM', 'roles='],
  ['OIDC_ADMIN_CLAIM', '=admin'],
  ['OIDC_FACTOR_CLAIM', 'mfa'],
])('%s %j is said to be wrong, without a secret', (name, value) => {
  const told = readSsoSettings({ ...GIVEN, [name]: value });
  expect(told).toEqual({ fault: expect.stringContaining(name) as string });
  expect(JSON.stringify(told)).not.toContain('hush');
});
