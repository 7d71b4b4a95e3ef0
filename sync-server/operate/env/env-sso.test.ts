import { expect, test } from 'vitest';
import { readSsoSettings } from './env-sso.ts';

const GIVEN = {
  OIDC_ISSUER: 'https://login.example.com/realms/sun',
  OIDC_CLIENT_ID: 'sunloop',
  OIDC_CLIENT_SECRET: 'hush',
};
const READ = {
  issuer: new URL(GIVEN.OIDC_ISSUER),
  clientId: 'sunloop',
  clientSecret: 'hush',
  name: 'login.example.com',
};

test('single sign-on has a name and a claim that makes an admin', () => {
  const given = { ...GIVEN, OIDC_NAME: 'Sun Login', OIDC_ADMIN_CLAIM: 'groups=cn=sun,dc=example' };
  expect(readSsoSettings(given)).toEqual({
    ...READ,
    name: 'Sun Login',
    adminClaim: { claim: 'groups', value: 'cn=sun,dc=example' },
  });
});

test('without them it is called as its host, and only customers come in', () => {
  expect(readSsoSettings(GIVEN)).toEqual(READ);
});

test('without OIDC_ISSUER there is none and nothing is wrong', () => {
  expect(readSsoSettings({ OIDC_CLIENT_ID: 'x', OIDC_ADMIN_CLAIM: 'nonsense' })).toBeUndefined();
});

test('over http it may be on this machine', () => {
  const given = { ...GIVEN, OIDC_ISSUER: 'http://localhost:4000' };
  expect(readSsoSettings(given)).toMatchObject({ issuer: new URL('http://localhost:4000') });
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
])('%s %j is said to be wrong, without a secret', (name, value) => {
  const told = readSsoSettings({ ...GIVEN, [name]: value });
  expect(told).toEqual({ fault: expect.stringContaining(name) as string });
  expect(JSON.stringify(told)).not.toContain('hush');
});
