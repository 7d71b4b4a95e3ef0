import { requestPath, routes, type Route, type RouteName } from '@sunloop/shared-types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { startWorkerGroup, type WorkerGroup } from '../processes/worker-group.ts';
import { seededRandom } from '../random.ts';
import { makeSampleWorld, sampleCalls } from '../sample-calls.ts';
import type { TestServer } from '../server.ts';
import { someAddress } from '../some-address.ts';
import { FAULTS, FRAMINGS, limitOf } from './framings.ts';
import { sendRaw } from './raw-request.ts';

// A process of its own, so that it can end without the test.
let database: TestDatabase;
let group: WorkerGroup;
let send: (mixture: Mixture) => Promise<void>;
beforeAll(async () => {
  database = await createTestDatabase();
  group = await startWorkerGroup({
    WEB_CONCURRENCY: '1',
    DATABASE_URL: database.url,
    SESSION_KEYS: 'a key of the tests',
    ADMIN_PASSWORD: 'correct horse',
    TRUST_PROXY: '1',
  });
  send = await makeSender();
});
afterAll(async () => {
  await group.stop();
  await database.drop();
});

interface Mixture {
  readonly name: RouteName;
  readonly framing: string;
  readonly fault: string;
}

const table = Object.entries<Route>(routes) as [RouteName, Route][];
const withBody = table.flatMap(([name, { body }]) => (body ? [name] : []));
const { seed, ...random } = seededRandom('framings');
const mixtures = Object.keys(FRAMINGS).flatMap((framing) =>
  Object.keys(FAULTS).map((fault) => ({ framing, fault })),
);

/** Sends mixtures as whom their routes are for, and looks whether the server is as well as before. */
async function makeSender() {
  const sql: TestServer['sql'] = (text, params = []) =>
    database.orm.em.fork().execute(text, params);
  const world = await makeSampleWorld({
    url: group.origin,
    database,
    client: group.client,
    sql,
    close: group.stop,
  });
  const calls = sampleCalls(world);
  const cookies = {
    public: [],
    session: [`Cookie: ${world.owner.client.cookieHeader()}`],
    admin: [`Cookie: ${world.admin.client.cookieHeader()}`],
  };
  const ready = group.client();
  return async ({ name, framing, fault }: Mixture) => {
    const route: Route = routes[name];
    const content = FAULTS[fault]?.(limitOf(route)) ?? Buffer.alloc(0);
    const framed = FRAMINGS[framing]?.(content, limitOf(route));
    if (!framed) throw new Error('no such framing');
    const path = requestPath(route, { params: calls[name].params });
    const headers = [
      'Content-Type: application/json',
      `X-Forwarded-For: ${someAddress()}`,
      ...cookies[route.access],
      ...framed.headers,
    ];
    const what = `${name}, ${framing}, ${fault} (TEST_SEED=${seed})`;
    const answer = await sendRaw(group.origin, `${route.method} ${path} HTTP/1.1`, {
      ...framed,
      headers,
    });
    const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status);
    expect(
      statuses.filter((status) => Number(status) >= 500),
      what,
    ).toEqual([]);
    const isReady = await ready.fetch('/readyz').then(
      ({ status }) => status,
      () => group.lines.slice(-20).join('\n'),
    );
    expect(isReady, what).toBe(200);
  };
}

/** The process has noticed nothing that it had not expected. */
function expectCalm(): void {
  const faults = group.lines.filter((line) => /"level":(50|60)/.test(line));
  expect(faults).toEqual([]);
}

test('a body that is refused before it is there leaves the server as it was, at every route', async () => {
  for (const name of withBody)
    for (const fault of ['lists in lists', 'too many values'])
      await send({ name, framing: 'a length over the limit', fault });
  expectCalm();
});

test('so does every mixture of how a body is sent and what is wrong with it', async () => {
  for (const mixture of mixtures) await send({ name: random.pick(withBody), ...mixture });
  expectCalm();
});

test('thousands of mixtures, at all routes', { tags: 'sweep' }, async () => {
  const count = Number(process.env['MIXTURES'] ?? 4000);
  for (let sent = 0; sent < count; sent += 1)
    await send({ name: random.pick(withBody), ...random.pick(mixtures) });
  expectCalm();
});
