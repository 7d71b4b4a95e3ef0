import { routes } from '@sunloop/shared-types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test/server.ts';

const metricsToken = 'a secret of the tests';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ metricsToken });
});
afterAll(() => server.close());

const read = (token: string) =>
  server.client().fetch('/metrics', { headers: { Authorization: `Bearer ${token}` } });

test('without a configured token there is no such page', async () => {
  const closed = await startTestServer({ database: server.database });
  expect((await closed.client().fetch('/metrics')).status).toBe(404);
  await closed.close();
});

test('without the right bearer token it is 401', async () => {
  expect((await server.client().fetch('/metrics')).status).toBe(401);
  const wrong = await read('something else');
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get('www-authenticate')).toBe('Bearer');
});

test('counts requests by route pattern and describes the process', async () => {
  const client = server.client();
  const { id } = await client.signUp('counted');
  await client.call(routes.achievements, { params: { userId: id } });
  await client.fetch('/api/nothing/of/ours');
  const response = await read(metricsToken);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  const text = await response.text();
  const counted = (method: string, route: string, status: number) =>
    `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"} 1`;
  expect(text).toContain(counted('POST', '/api/signup', 201));
  expect(text).toContain(counted('GET', '/api/achievements/:userId', 200));
  expect(text).toContain(counted('GET', 'unknown', 404));
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).toMatch(/database_pool_connections\{state="idle"\} [1-9]/);
  expect(text).toContain('database_pool_connections{state="waiting"} 0');
  expect(text).not.toContain(id);
});
