import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { REQUEST_DEADLINES } from '../../src/db/deadlines.ts';
import { parseEnv } from './env.ts';
import { DEFAULT_HASH_BOUNDS } from '../../src/accounts/session/password.ts';
import { DEFAULT_BOUNDS } from '../../src/http/bounds/bounds.ts';

test('Without variables the settings are the documented defaults', () => {
  expect(parseEnv({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    isDatabasePrepared: true,
    mayPushPrivately: false,
    workers: 1,
    dataDir: '.data',
    backup: { key: undefined, nightly: undefined },
    sessionKeys: undefined,
    adminEmail: 'admin@localhost',
    adminPassword: undefined,
    publicOrigin: undefined,
    trustProxy: 0,
    metricsToken: undefined,
    mail: undefined,
    isProduction: false,
    database: { deadlines: REQUEST_DEADLINES, poolSize: 10, queueMax: 200 },
    requests: DEFAULT_BOUNDS,
    passwords: DEFAULT_HASH_BOUNDS,
    databaseStartMs: 60_000,
    restartsMax: 6,
    diskReserveMb: 64,
    drainMs: 15_000,
  });
});

test('Lists are split at commas and an origin loses its slash', () => {
  const env = parseEnv({
    DATABASE_URL: 'postgres://sun@db/sunloop',
    SESSION_KEYS: 'newest-key-0123456789,older-key-0123456789',
    PUBLIC_ORIGIN: 'https://refer.example.com/',
    PORT: '',
  });
  expect(env.sessionKeys).toEqual(['newest-key-0123456789', 'older-key-0123456789']);
  expect(env.publicOrigin).toBe('https://refer.example.com');
  expect(env.port).toBe(3000);
});

test.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['DATABASE_URL', 'mysql://db/x'],
  ['SESSION_KEYS', 'short'],
  ['SESSION_KEYS', ','],
  ['ADMIN_EMAIL', 'nobody'],
  ['ADMIN_PASSWORD', '12345'],
  ['PUBLIC_ORIGIN', 'https://refer.example.com/portal'],
  ['TRUST_PROXY', 'yes'],
  ['DATABASE_PREPARED', 'perhaps'],
])('A wrong %s is refused by name, without repeating its value %s', (name, value) => {
  expect(() => parseEnv({ [name]: value })).toThrow(name);
  expect(() => parseEnv({ [name]: value })).not.toThrow(value);
});

test('All wrong settings are named at once', () => {
  expect(() => parseEnv({ PORT: 'x', TRUST_PROXY: 'y' })).toThrow(/PORT[^]*TRUST_PROXY/);
});

test.each([
  'postgres://u:secret@a:5432,b:5432/db?target_session_attrs=read-write',
  'postgresql://a,b/db',
  'postgres:///db?host=a,b',
])('Several hosts in DATABASE_URL (%s) are refused with what to do instead', (url) => {
  const advice = 'DATABASE_URL names several hosts, among which Sunloop cannot choose: name one';
  expect(() => parseEnv({ DATABASE_URL: url })).toThrow(advice);
  expect(() => parseEnv({ DATABASE_URL: url })).not.toThrow(/secret|must look like/);
  expect(parseEnv({ DATABASE_URL: 'postgres://u:a,b@db/x' }).databaseUrl).toBeDefined();
});

test('With an own database there is a worker for each core, otherwise one, unless it is set', () => {
  const own = { DATABASE_URL: 'postgres://db/x' };
  expect(parseEnv(own).workers).toBe(availableParallelism());
  expect(parseEnv({ ...own, WEB_CONCURRENCY: '3' }).workers).toBe(3);
  expect(parseEnv({ WEB_CONCURRENCY: '3' }).workers).toBe(3);
});

test('Production with DATABASE_URL requires session keys', () => {
  const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/x' };
  expect(() => parseEnv(env)).toThrow('SESSION_KEYS');
  expect(parseEnv({ ...env, SESSION_KEYS: '0123456789abcdef' }).isProduction).toBe(true);
  expect(parseEnv({ NODE_ENV: 'production' }).sessionKeys).toBeUndefined();
});
