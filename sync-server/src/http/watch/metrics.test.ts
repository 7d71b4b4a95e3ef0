import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { scrape } from '../../test/scrape.ts';
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

test('tells of messages that wait, and of devices that called', async () => {
  const own = await startTestServer({ metricsToken });
  const { id } = await own.client().signUp('waiting');
  await own.client().signUp('away');
  await own.sql("update sessions set last_used_at = now() - interval '2 days' where user_id <> ?", [
    id,
  ]);
  await own.sql(
    `insert into outgoing_messages (key, kind, recipient, data, state, queued_at)
     select n::text, 'test', 'nobody@example.com', '{}', case n when 3 then 'sent' else 'waiting' end,
       now() - make_interval(mins => n) from generate_series(1, 3) n`,
  );
  const told = await scrape(own.url, metricsToken);
  expect(told.sum('mail_messages_waiting')).toBe(2);
  expect(Math.floor((told.sum('mail_longest_wait_seconds') ?? 0) / 60)).toBe(2);
  expect(told.sum('devices_heard', { within: '1d' })).toBe(1);
  expect(told.sum('devices_heard', { within: '30d' })).toBe(2);
  expect(told.sum('backup_age_seconds')).toBeUndefined();
  await own.close();
});

test('tells of devices that hold what has not arrived, for too long, or have lost it', async () => {
  const own = await startTestServer({ metricsToken });
  const { id } = await own.client().signUp('in-the-field');
  const tell = (rows: string, missing: string) =>
    own.sql(
      `insert into device_reports (user_id, device, storage, version, waiting, refused, rows, missing, missing_at)
       values (?, gen_random_uuid(), gen_random_uuid(), '1', jsonb_array_length(?::jsonb), 0, ?, ?, now())`,
      [id, rows, rows, missing],
    );
  const row = (takenAt: string) => JSON.stringify([{ id: randomUUID(), takenAt }]);
  await tell(row(new Date().toISOString()), '[]');
  await tell(row('2026-01-01T00:00:00.000Z'), '[]');
  await tell('[]', row('2026-01-01T00:00:00.000Z'));
  const told = await scrape(own.url, metricsToken);
  const state = (name: string) => told.sum('devices_in_field', { state: name });
  expect([state('waiting'), state('late'), state('missing')]).toEqual([2, 1, 1]);
  await own.close();
});

test('a step of the backup that was never done has an infinite age', async () => {
  await server.sql(
    `insert into backup_runs (night, saved_at, verified_at) values
       ('2026-01-01', now() - interval '25 hours', now() - interval '24 hours'), ('2026-01-02', now() - interval '1 hour', null)`,
  );
  const told = await scrape(server.url, metricsToken);
  const hoursOf = (step: string) => (told.sum('backup_age_seconds', { step }) ?? NaN) / 3600;
  expect(Math.floor(hoursOf('saved'))).toBe(1);
  expect(Math.floor(hoursOf('verified'))).toBe(24);
  expect(hoursOf('copied')).toBe(Infinity);
});

test('without its database the process still tells of itself', async () => {
  const orm = await openOrm({ url: 'postgres://nobody@127.0.0.1:1/nothing' });
  const alone = await startTestServer({ database: server.database, orm, metricsToken });
  const told = await scrape(alone.url, metricsToken);
  expect(told.sum('database_answers')).toBe(0);
  expect(told.sum('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(told.names).not.toContain('mail_messages_waiting');
  await alone.close();
  await orm.close(true);
});
