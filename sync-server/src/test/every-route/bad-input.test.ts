import { BODY_LIMIT_BYTES } from '@sunloop/shared-types/limits.ts';
import { requestPath } from '@sunloop/shared-types/request-path.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweeping } from '../quick.ts';
import { seededRandom } from '../random.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { snapshotTables } from '../snapshot.ts';
import { arbitraryOf } from './arbitrary-of.ts';
import { hostileValue, spoil } from './hostile.ts';
import { makeRawCaller, type RawCall } from './raw-call.ts';

const { seed } = seededRandom('bad input');
const RUNS = sweeping(30, 5);

type WithBody = Route & { readonly body: v.GenericSchema };
const table = Object.entries<Route>(routes) as [RouteName, Route][];
const withBody = table.filter((entry): entry is [RouteName, WithBody] => !!entry[1].body);

let server: TestServer;
let send: RawCall;
let before: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 });
  send = await makeRawCaller(server);
  before = await snapshotTables(server.database.orm);
});
// Nothing in this file is accepted, so nothing may be stored by it.
afterAll(async () => {
  const after = await snapshotTables(server.database.orm);
  await server.close();
  expect(after).toEqual(before);
});

const limitOf = ({ bodyLimitBytes = BODY_LIMIT_BYTES }: Route) => bodyLimitBytes;
const asSent = (body: unknown): unknown => JSON.parse(JSON.stringify(body) ?? 'null');

describe.each(withBody)('%s', (name, route) => {
  test('names the fields of a body its schema refuses, and stores nothing of it', async () => {
    const refused = spoil(arbitraryOf(route.body))
      .map(asSent)
      .filter((body) => Array.isArray(body) || !v.safeParse(route.body, body).success);
    const run = fc.asyncProperty(refused, async (body) => {
      const text = JSON.stringify(body);
      const { status, code, fields } = await send(name, route, { body: text });
      const isTooLarge = Buffer.byteLength(text) > limitOf(route);
      if (isTooLarge) expect(status).toBe(413);
      if (isTooLarge) return;
      expect([status, code]).toEqual([400, 'invalid']);
      const hasFields = Object.keys(fields ?? {}).length > 0;
      expect(hasFields).toBe(typeof body === 'object' && body !== null && !Array.isArray(body));
    });
    await fc.assert(run, { seed, numRuns: RUNS, endOnFailure: true });
    expect(Reflect.get({}, 'role'), 'no prototype was touched').toBeUndefined();
    expect(await snapshotTables(server.database.orm)).toEqual(before);
  });

  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['nothing', ''],
    ['half an object', '{"name":'],
    ['a stray comma', '{"a":1,}'],
    ['single quotes', "{'a':1}"],
    ['a byte that is not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['endless nesting', '['.repeat(50_000)],
    ['NaN', '{"level":NaN}'],
  ])('refuses what is not JSON: %s', async (_, body) => {
    expect(await send(name, route, { body })).toMatchObject({ status: 400, code: 'invalid' });
  });

  test.each(['null', '0', '"text"', 'true', '[]', '[{}]', '["name"]'])(
    'refuses %s instead of an object',
    async (body) => {
      expect(await send(name, route, { body })).toMatchObject({ status: 400, code: 'invalid' });
    },
  );

  test.each<[string, Record<string, string>]>([
    ['plain text', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a type that only begins so', { 'Content-Type': 'application/jsonp' }],
    ['Brotli', { 'Content-Encoding': 'br' }],
  ])('refuses another media type: %s', async (_, headers) => {
    const answer = await send(name, route, { body: '{}', headers });
    expect(answer).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  test('refuses a body over its limit, gzipped or not, and one that only claims to be gzip', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(limitOf(route)) });
    expect(await send(name, route, { body })).toMatchObject({ status: 413, code: 'too_large' });
    const headers = { 'Content-Encoding': 'gzip' };
    const small = await send(name, route, { body: gzipSync(body), headers });
    expect(small).toMatchObject({ status: 413, code: 'too_large' });
    const broken = await send(name, route, { body: '{}', headers });
    expect(broken).toMatchObject({ status: 400, code: 'invalid' });
  });
});

const demanding = withBody.filter(([, { body }]) => !v.safeParse(body, {}).success);

test.each(demanding)('%s refuses nesting however deep', async (name, route) => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  for (const body of [deep, `{"name":${deep},"value":${deep}}`]) {
    expect(await send(name, route, { body })).toMatchObject({ status: 400, code: 'invalid' });
  }
});

test('a push rejects each row it cannot accept, with its reason', async () => {
  const run = fc.asyncProperty(
    fc.array(hostileValue, { minLength: 1, maxLength: 8 }),
    async (rows) => {
      const body = JSON.stringify({ referrals: rows });
      const { status, body: answer } = await send('pushReferrals', routes.pushReferrals, { body });
      expect(status).toBe(200);
      const { results } = v.parse(routes.pushReferrals.answers[200], answer);
      expect(results.map((result) => result.status)).toEqual(rows.map(() => 'rejected'));
      expect(results.every(({ error, code }) => error && code === 'invalid')).toBe(true);
    },
  );
  await fc.assert(run, { seed, numRuns: RUNS, endOnFailure: true });
});

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const paths = [...new Set(table.map(([, { path }]) => path))];

test.each(paths)('%s says which methods it supports', async (path) => {
  const taken = new Set<string>(
    table.filter(([, route]) => route.path === path).map(([, { method }]) => method),
  );
  const [name, route] = table.find(([, candidate]) => candidate.path === path) ?? [];
  if (!name || !route) throw new Error('no such path');
  for (const method of METHODS.filter((candidate) => !taken.has(candidate))) {
    const answer = await send(name, route, { method });
    expect(answer).toMatchObject({ status: 405, code: 'method_not_allowed' });
  }
});

const byId = table.filter(([, { params }]) => params && 'entries' in params);
const hostileIds = [
  'x',
  '1',
  '%',
  "' or 1=1 --",
  '\u0000',
  '\u{1F600}',
  '../../users',
  'x'.repeat(3000),
];

test.each(byId)('%s answers 404 or 403 to an id that names nothing', async (name, route) => {
  const [key = ''] = Object.keys((route.params as unknown as { entries: object }).entries);
  const good = fc.sample(route.body ? arbitraryOf(route.body) : fc.constant(undefined), {
    seed,
    numRuns: 1,
  });
  const ids = [...hostileIds, randomUUID(), randomUUID().toUpperCase()];
  for (const id of ids) {
    const path = requestPath(route, { params: { [key]: id } }).slice(route.path.lastIndexOf(':'));
    const exact = { ...route, path: route.path.replace(/:\w+/, path) as Route['path'] };
    const init = route.body ? { body: JSON.stringify(good[0]) } : {};
    const { status } = await send(name, exact, init);
    expect([403, 404]).toContain(status);
  }
});

const successesOf = ({ answers }: Route) => Object.keys(answers).map(Number);

// Deletions would end the callers' own sessions.
const withQuery = table.filter(([, { query, method }]) => query && method === 'GET');

test.each(withQuery)('%s accepts or refuses any query and never fails', async (name, route) => {
  const { entries } = route.query as unknown as { entries: Record<string, unknown> };
  const text = fc.oneof(
    hostileValue.map((value) =>
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ),
    fc.string({ unit: 'binary' }),
  );
  const query = fc.dictionary(
    fc.constantFrom(...Object.keys(entries)),
    text.map((value) => value.slice(0, 2000).toWellFormed()),
  );
  const run = fc.asyncProperty(query, async (pairs) => {
    const path = `${route.path}?${new URLSearchParams(pairs).toString()}` as Route['path'];
    const { status } = await send(name, { ...route, path }, {});
    expect([...successesOf(route), 400]).toContain(status);
  });
  await fc.assert(run, { seed, numRuns: RUNS, endOnFailure: true });
});
