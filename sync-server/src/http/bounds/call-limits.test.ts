import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { countHashes } from '../../accounts/session/password.ts';
import { makeCustomer } from '../../test/people.ts';
import { avatarOf, pngOfSize } from '../../test/pictures.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { someAddress } from '../../test/some-address.ts';
import { DEFAULT_BOUNDS } from './bounds.ts';

/** What a request may take is no matter of these tests, and much on a busy machine. Milliseconds. */
const REQUEST_MS = 120_000;

let server: TestServer;
beforeAll(async () => {
  const bounds = { ...DEFAULT_BOUNDS, requestMs: REQUEST_MS };
  server = await startTestServer({ trustProxy: 1, bounds });
});
afterAll(() => server.close());

const someEmail = () => `${randomUUID()}@example.com`;
const from = (address: string) => ({ 'X-Forwarded-For': address });

describe('nobody can probe emails without end:', () => {
  test('a user may try twenty new ones an hour, and keeping the current one does not count', async () => {
    const [taken, prober] = [await makeCustomer(server), await makeCustomer(server)];
    const change = (email: string) =>
      prober.client.fetch(routes.changeProfile.path, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email }),
      });
    for (let count = 0; count < 20; count += 1) {
      expect((await change(taken.user.email)).status).toBe(409);
      expect((await change(prober.user.email)).status).toBe(200);
    }
    const refused = await change(taken.user.email);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await change(prober.user.email)).status).toBe(200);
  });

  test('after sixty refusals an hour, sign-ups from one address are limited without hashing', async () => {
    const { user } = await makeCustomer(server);
    const headers = from(someAddress());
    const signUp = (email: string) =>
      server.client().refuse(routes.signUp, {
        body: { username: randomUUID(), email, password: 'correct horse' },
        headers,
      });
    const before = countHashes();
    for (let count = 0; count < 60; count += 1) {
      expect((await signUp(user.email)).status).toBe(409);
    }
    expect((await signUp(user.email)).status).toBe(429);
    // A free email gets the same answer, otherwise it could be told apart from a taken one.
    expect((await signUp(someEmail())).status).toBe(429);
    expect(countHashes()).toBe(before);
  });
});

test('sixty networks an hour may request quotes with one code, and devices of people we know in any case', async () => {
  const [busy, other] = [await makeCustomer(server), await makeCustomer(server)];
  const ask = (referralCode: string | null) =>
    server.client().fetch(routes.requestQuote.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...from(someAddress()) },
      body: JSON.stringify({ referralCode, name: 'A Visitor', email: someEmail(), phone: '555' }),
    });
  const { referralCode } = busy.user;
  for (let count = 0; count < 60; count += 1) expect((await ask(referralCode)).status).toBe(201);
  expect((await ask(referralCode?.toLowerCase() ?? null)).status).toBe(429);
  expect((await ask(other.user.referralCode)).status).toBe(201);
  const known = await other.client.fetch(routes.requestQuote.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...from(someAddress()) },
    body: JSON.stringify({ referralCode, name: 'A Friend', email: someEmail(), phone: '555' }),
  });
  expect(known.status).toBe(201);
});

test('quotes of one network count once for a code, so that a few strangers cannot use a link up', async () => {
  const { user } = await makeCustomer(server);
  const counted = async () => {
    const key = `quoteNetworks:code:${user.referralCode}`;
    const rows = await server.sql<{ count: number }>(
      'select count from rate_limits where key = ?',
      [key],
    );
    return rows[0]?.count;
  };
  const stranger = from(someAddress());
  const statuses = [];
  for (let count = 0; count < 12; count += 1) {
    const body = {
      referralCode: user.referralCode,
      name: 'A Visitor',
      email: someEmail(),
      phone: '555',
    };
    const answer = await server.client().fetch(routes.requestQuote.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...stranger },
      body: JSON.stringify(body),
    });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(201), 429, 429]);
  expect(await counted()).toBe(1);
});

test('codes can be guessed sixty times an hour; then the page opens without looking', async () => {
  const { user } = await makeCustomer(server);
  const look = (code: string, headers: Record<string, string>) =>
    server.client().fetch(`/api/refer/${code}`, { headers });
  const guesser = from(someAddress());
  for (let count = 0; count < 60; count += 1) {
    expect((await look(`NOBODY${10 + count}`, guesser)).status).toBe(404);
  }
  expect((await look(user.referralCode ?? '', guesser)).status).toBe(429);
  const visitor = from(someAddress());
  for (let count = 0; count < 70; count += 1) {
    expect((await look(user.referralCode ?? '', visitor)).status).toBe(200);
  }
});

test('a profile can be changed 120 times an hour', async () => {
  const { client, user } = await makeCustomer(server);
  const change = (phone: string) =>
    client.fetch(routes.changeProfile.path, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ phone }),
    });
  expect((await change('555 0100')).status).toBe(200);
  await server.sql('update rate_limits set count = 120 where key = ?', [
    `profileChanges:user:${user.id}`,
  ]);
  expect((await change('555 0101')).status).toBe(429);
});

test(
  'of 24 avatars that one user sends at once some are told to wait, and others are served',
  { tags: 'sweep' },
  async () => {
    // However long a busy machine takes for one.
    const patient = await startTestServer({ bounds: { ...DEFAULT_BOUNDS, requestMs: 120_000 } });
    onTestFinished(() => patient.close());
    const [busy, other] = [await makeCustomer(patient), await makeCustomer(patient)];
    const body = JSON.stringify({ avatar: avatarOf('png', pngOfSize(3_000_000)) });
    const sending = Array.from({ length: 24 }, () =>
      busy.client.fetch(routes.changeProfile.path, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body,
      }),
    );
    expect((await other.client.call(routes.stats)).status).toBe(200);
    const statuses = (await Promise.all(sending)).map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
    // On a busy machine a picture may wait too long for its turn.
    expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  },
);

test('the OpenAPI document states every limit', async () => {
  const page = await (await server.client().fetch('/api/openapi.json')).text();
  const { paths } = JSON.parse(page) as {
    paths: Record<string, Record<string, { description?: string }>>;
  };
  expect(paths['/api/quotes']?.['post']?.description).toBe(
    'Bounds: quotes: 10 an hour for one address; networks that request quotes: 60 an hour for one code.',
  );
  expect(paths['/api/signup']?.['post']?.description).toContain('1000 an hour for one address');
  expect(paths['/api/login']?.['post']?.description).toContain('20 from one address');
  expect(paths['/api/user/profile']?.['patch']?.description).toContain('20 an hour for one user');
});
