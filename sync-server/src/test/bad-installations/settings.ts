import { onTestFinished } from 'vitest';
import { startIdentityProvider } from '../identity-provider.ts';
import { type BadKinds, changeRows, KEY, setting } from './installation.ts';

const SSO = { OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' };
/** No port that browsers, and so `fetch`, refuse to ask. */
const NOBODY = 'http://127.0.0.1:2';

/** Settings that are wrong, weak, or contradict one another. */
export const badSettings: BadKinds = {
  'a setting is no number': setting({ PORT: 'many' }, /^bad settings: PORT must be a whole number/),
  'PUBLIC_ORIGIN has a path': setting(
    { PUBLIC_ORIGIN: 'https://sun.example/app' },
    /^bad settings: PUBLIC_ORIGIN .*without a path/,
  ),
  'a session key is short': setting(
    { SESSION_KEYS: 'short' },
    /^bad settings: SESSION_KEYS needs keys of 16 characters/,
  ),
  'processes of production share no session key': setting(
    { NODE_ENV: 'production', SESSION_KEYS: '' },
    /^bad settings: SESSION_KEYS is required/,
  ),
  'DATABASE_URL names another kind of database': setting(
    { DATABASE_URL: 'mysql://db/x' },
    /^bad settings: DATABASE_URL must look like postgres/,
  ),
  'DATABASE_URL names several hosts': setting(
    { DATABASE_URL: 'postgres://a:5432,b:5432/db' },
    /^bad settings: DATABASE_URL names several hosts/,
  ),
  'production has no PUBLIC_ORIGIN': setting(
    { NODE_ENV: 'production', PUBLIC_ORIGIN: '' },
    /^bad origin: PUBLIC_ORIGIN is not set/,
  ),
  'a trial has no PUBLIC_ORIGIN': setting(
    { PUBLIC_ORIGIN: '' },
    /^warn origin: PUBLIC_ORIGIN is not set/,
  ),
  'PUBLIC_ORIGIN is http': setting(
    { PUBLIC_ORIGIN: 'http://sun.invalid' },
    /^bad origin: PUBLIC_ORIGIN is http/,
  ),
  'PUBLIC_ORIGIN is https and TRUST_PROXY 0': setting(
    { PUBLIC_ORIGIN: 'https://sun.invalid' },
    /^bad proxy: .*TRUST_PROXY is 0/,
  ),
  'requests last longer than the app waits': setting(
    { REQUEST_TIMEOUT_MS: '60000' },
    /^warn times: REQUEST_TIMEOUT_MS is over 15000/,
  ),
  'statements last longer than requests': setting(
    { DATABASE_STATEMENT_TIMEOUT_MS: '20000' },
    /^warn times: DATABASE_STATEMENT_TIMEOUT_MS/,
  ),
  'METRICS_TOKEN can be guessed': setting({ METRICS_TOKEN: 'secret' }, /^bad metrics: .*guessed/),
  'a session key can be guessed': setting(
    { SESSION_KEYS: 'a'.repeat(32) },
    /^bad session keys: one can be guessed/,
  ),
  'a session key is there twice': setting(
    { SESSION_KEYS: `${KEY},${KEY}` },
    /^warn session keys: one is there twice/,
  ),
  'more than five session keys count': setting(
    { SESSION_KEYS: Array.from({ length: 6 }, (_, index) => `${KEY}${index}`).join(',') },
    /^warn session keys: 6 count/,
  ),
  'the session key is in a file of this machine': setting(
    { SESSION_KEYS: '' },
    /^warn session keys: SESSION_KEYS is not set/,
  ),
  'another process has other session keys': [
    /^bad session keys: the process that started last has others/,
    (good) =>
      changeRows(
        good,
        "insert into session_key_mark values ('none')",
        'delete from session_key_mark',
      ),
  ],
  'single sign-on has no client': setting(
    { OIDC_ISSUER: NOBODY },
    /^bad single sign-on: OIDC_CLIENT_ID/,
  ),
  'single sign-on has no PUBLIC_ORIGIN': setting(
    { ...SSO, OIDC_ISSUER: NOBODY, PUBLIC_ORIGIN: '' },
    /^bad single sign-on: OIDC_ISSUER needs PUBLIC_ORIGIN/,
  ),
  'single sign-on goes without TLS': setting(
    { ...SSO, OIDC_ISSUER: 'http://idp.invalid', OIDC_WITHOUT_TLS: 'true' },
    /^warn single sign-on: OIDC_ISSUER is http/,
  ),
  'the identity provider does not answer': setting(
    { ...SSO, OIDC_ISSUER: NOBODY },
    /^bad single sign-on: 127\.0\.0\.1:2 does not serve us: .*ECONNREFUSED/,
  ),
  'the identity provider is another one': [
    /^bad single sign-on: localhost:\d+ does not serve us: .*issuer/,
    async (good) => {
      const idp = await startIdentityProvider();
      onTestFinished(() => idp.close());
      idp.serve(good.server.url);
      const { port } = idp.issuer;
      return { set: { ...SSO, OIDC_ISSUER: `http://localhost:${port}` } };
    },
  ],
  'single sign-on turns people away': [
    /^warn single sign-on: 9 sign-ins were turned away.*OIDC_VERIFIED_BY/,
    async (good) => {
      const insert = "insert into sso_refusals values (current_date, 'unverified', 9, now())";
      await changeRows(good, insert, 'delete from sso_refusals');
      return { set: { ...SSO, OIDC_ISSUER: NOBODY } };
    },
  ],
};
