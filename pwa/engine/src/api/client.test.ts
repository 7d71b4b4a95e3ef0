import { sessionRoutes } from '@sunloop/shared-types/accounts/session-routes.ts';
import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { describe, expect, test, vi } from 'vitest';
import { aReferral, aUser } from '../test/builders.ts';
import { foreignHtml, jsonAnswer, refusal } from '../test/fake-answers.ts';
import { call, callIfChanged } from './client.ts';

const OURS = { 'X-Sunloop': '1' };

function stubFetch(answer: () => Response | Promise<Response>) {
  const fetchStub = vi.fn((_url: string, _init: RequestInit) => Promise.resolve().then(answer));
  vi.stubGlobal('fetch', fetchStub);
  return fetchStub;
}

const callUser = () => call(sessionRoutes.currentUser, {});

describe('call', () => {
  test('gives the parsed body, the status and the tag', async () => {
    const user = aUser();
    stubFetch(() => jsonAnswer({ ...user, surplus: true }));
    const answer = await callUser();
    expect(answer).toMatchObject({ status: 200, data: user });
    expect(answer.data).not.toHaveProperty('surplus');
    expect(answer.etag).toMatch(/^W\//);
  });

  test('fills parameters and query into the path', async () => {
    const userId = aUser().id;
    const fetchStub = stubFetch(() => jsonAnswer([]));
    await call(customerRoutes.checkAchievements, { params: { userId } });
    expect(fetchStub.mock.calls[0]?.[0]).toBe(`/api/achievements/check/${userId}`);
    stubFetch(() => jsonAnswer({ cursor: 'x', full: true, upserts: [], deletes: [] }));
    await call(customerRoutes.pullReferrals, { query: { since: 'a b' } });
    expect(vi.mocked(fetch).mock.calls[0]?.[0]).toBe('/api/referrals?since=a+b');
  });

  test('never lets the browser cache or follow, and names the expected user', async () => {
    const fetchStub = stubFetch(() => new Response(null, { status: 204, headers: OURS }));
    await call(sessionRoutes.logOut, { expectedUser: 'somebody' });
    const init = fetchStub.mock.calls[0]?.[1];
    expect(init).toMatchObject({ cache: 'no-store', redirect: 'manual', method: 'POST' });
    expect(new Headers(init?.headers).get('X-Expected-User')).toBe('somebody');
  });

  test('throws our server’s refusal with code, fields and waiting time', async () => {
    const body = { error: 'Slow down', code: 'rate_limited', fields: { email: 'Taken' } };
    const headers = { ...OURS, 'Retry-After': '30' };
    stubFetch(() => new Response(JSON.stringify(body), { status: 429, headers }));
    await expect(callUser()).rejects.toMatchObject({
      name: 'ApiError',
      status: 429,
      code: 'rate_limited',
      message: 'Slow down',
      fields: { email: 'Taken' },
      retryAfterMs: 30_000,
    });
  });

  const timeout = () => Promise.reject(new DOMException('timed out', 'TimeoutError'));
  test.each([
    ['a portal’s page', () => foreignHtml(200), 'captive'],
    ['a proxy’s 502', () => foreignHtml(502), 'server-away'],
    [
      'JSON of somebody else',
      () => new Response('{"error":"x","code":"y"}', { status: 401 }),
      'server-away',
    ],
    ['an empty object of ours', () => new Response('{}', { headers: OURS }), 'malformed'],
    [
      'an error of ours without a body',
      () => new Response('', { status: 500, headers: OURS }),
      'malformed',
    ],
    [
      'a status the route does not know',
      () => new Response('{}', { status: 202, headers: OURS }),
      'malformed',
    ],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'offline'],
    ['a hanging socket', timeout, 'timeout'],
  ] as const)('throws NotSent for %s', async (_, answer, reason) => {
    stubFetch(answer);
    await expect(callUser()).rejects.toMatchObject({ name: 'NotSent', reason });
  });

  test('gives up a socket that hangs', async () => {
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((__, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    await expect(call(sessionRoutes.currentUser, { timeoutMs: 5 })).rejects.toMatchObject({
      reason: 'timeout',
    });
  });

  test('passes the caller’s own abort on', async () => {
    const aborting = new AbortController();
    aborting.abort(new Error('left the page'));
    stubFetch(() => Promise.reject(aborting.signal.reason));
    await expect(call(sessionRoutes.currentUser, { signal: aborting.signal })).rejects.toThrow(
      'left the page',
    );
  });
});

describe('callIfChanged', () => {
  test('sends the tag and reports that nothing changed', async () => {
    const rows = [aReferral()];
    const etag = jsonAnswer(rows).headers.get('ETag');
    const fetchStub = stubFetch(() => new Response(null, { status: 304, headers: OURS }));
    const answer = await callIfChanged(customerRoutes.listReferrals, { etag });
    expect(answer.notModified).toBe(true);
    expect(new Headers(fetchStub.mock.calls[0]?.[1].headers).get('If-None-Match')).toBe(etag);
  });

  test('throws a refusal like any call', async () => {
    stubFetch(() => refusal(401, 'unauthenticated'));
    await expect(callIfChanged(customerRoutes.listReferrals, { etag: null })).rejects.toMatchObject(
      { status: 401 },
    );
  });
});

test('a failed write is recorded by its route and code, a failed read is not', async () => {
  const debug = vi.spyOn(console, 'debug').mockReturnValue();
  stubFetch(() => foreignHtml(502));
  await expect(callUser()).rejects.toThrow();
  expect(debug).not.toHaveBeenCalled();
  await expect(call(sessionRoutes.logOut, { expectedUser: 'u1' })).rejects.toThrow();
  expect(debug).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      event: 'mutation_failed',
      properties: { method: 'POST', path: '/api/logout', why: 'server-away' },
      userId: 'u1',
    }),
  );
});
