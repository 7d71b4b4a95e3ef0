import type { Route } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindFeatures } from '../../app.ts';
import type { TestClient } from '../../test/client.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let customer: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  customer = server.client();
  await customer.signUp('checked');
});
afterAll(() => server.close());

async function codeOf(response: Response) {
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code}`;
}

const json = { 'Content-Type': 'application/json' };
const post = (path: string, init: RequestInit = {}) =>
  customer.fetch(path, { method: 'POST', ...init });

test('every call of the table has a handler', () => {
  expect(bindFeatures().unbound()).toEqual([]);
});

describe('every route of the table', () => {
  const closed = Object.entries<Route>(routes).filter(([, { access }]) => access !== 'public');

  test.each(closed)('%s answers 401 without a session', async (_, { method, path }) => {
    const response = await server.client().fetch(path, { method });
    expect(await codeOf(response)).toBe('401 unauthenticated');
  });

  const admins = closed.filter(([, { access }]) => access === 'admin');

  test.each(admins)('%s answers 403 to a customer', async (_, { method, path }) => {
    expect(await codeOf(await customer.fetch(path, { method }))).toBe('403 forbidden');
  });
});

describe('checks before a handler', () => {
  test('an unknown path is 404 in the API form', async () => {
    expect(await codeOf(await customer.fetch('/api/nothing'))).toBe('404 not_found');
    expect(await codeOf(await customer.fetch('/api'))).toBe('404 not_found');
  });

  test('a known path under another method is 405 with Allow', async () => {
    const response = await customer.fetch('/api/referrals', { method: 'DELETE' });
    expect(response.headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'HEAD', 'POST']);
    expect(await codeOf(response)).toBe('405 method_not_allowed');
  });

  test('HEAD answers as GET without a body', async () => {
    const response = await customer.fetch('/api/user', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).toMatch(/^W\//);
    expect(await response.text()).toBe('');
  });

  test.each([
    [{ Origin: 'https://evil.example' }],
    [{ Origin: 'null' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
  ])('a write from another site is 403: %j', async (headers) => {
    const response = await post('/api/referrals', { headers: { ...json, ...headers }, body: '{}' });
    expect(await codeOf(response)).toBe('403 forbidden');
  });

  test('a write of our own pages passes', async () => {
    const headers = { ...json, Origin: server.url, 'Sec-Fetch-Site': 'same-origin' };
    const response = await post('/api/referrals', { headers, body: '{}' });
    expect(await codeOf(response)).toBe('400 invalid');
  });

  test.each([
    [
      'another media type',
      { headers: { 'Content-Type': 'text/plain' }, body: '{}' },
      '415 unsupported_media_type',
    ],
    ['no media type', {}, '415 unsupported_media_type'],
    [
      'another encoding',
      { headers: { ...json, 'Content-Encoding': 'br' }, body: '{}' },
      '415 unsupported_media_type',
    ],
    ['a large body', { headers: json, body: `{"name":"${'x'.repeat(100_001)}"}` }, '413 too_large'],
    ['broken JSON', { headers: json, body: '{"name":' }, '400 invalid'],
    ['no body', { headers: json }, '400 invalid'],
    [
      'a broken gzip',
      { headers: { ...json, 'Content-Encoding': 'gzip' }, body: 'no gzip' },
      '400 invalid',
    ],
    ['no UTF-8', { headers: json, body: new Uint8Array([0x22, 0xff, 0x22]) }, '400 invalid'],
    [
      'NUL',
      { headers: json, body: JSON.stringify({ name: 'a\u0000b', email: 'a@b.c' }) },
      '400 invalid',
    ],
    [
      'an unpaired surrogate',
      { headers: json, body: '{"name":"ab\\ud800","email":"a@b.c"}' },
      '400 invalid',
    ],
    ['a list for an object', { headers: json, body: '[]' }, '400 invalid'],
    ['null', { headers: json, body: 'null' }, '400 invalid'],
  ])('%s is refused', async (_, init, expected) => {
    expect(await codeOf(await post('/api/referrals', init))).toBe(expected);
  });

  test('the wrong user is refused before the body is judged', async () => {
    const headers = { 'Content-Type': 'text/plain', 'X-Expected-User': 'somebody else' };
    const response = await post('/api/referrals', { headers, body: 'x' });
    expect(await codeOf(response)).toBe('409 user_mismatch');
  });

  test('a read meant for another user returns nothing of this user’s', async () => {
    const headers = { 'X-Expected-User': 'somebody else' };
    expect(await codeOf(await customer.fetch('/api/stats', { headers }))).toBe('409 user_mismatch');
  });

  test('a call that needs no session ignores whom it is meant for', async () => {
    const headers = { 'X-Expected-User': 'somebody else' };
    expect((await server.client().fetch('/api/logout', { method: 'POST', headers })).status).toBe(
      204,
    );
  });
});
