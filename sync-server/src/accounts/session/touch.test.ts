import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCustomer } from '../../test/people.ts';
import { recordStatements } from '../../test/plans/plans.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const execute = (sql: string, params: unknown[]) => server.sql<{ isTouched: boolean }>(sql, params);

test('a call within the hour reads its session and does not write it', async () => {
  const { client } = await makeCustomer(server);
  const recorded = recordStatements(server.database.orm);
  const answer = await client.fetch(routes.stats.path);
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([]);
  // It reads what is asked for, too.
  expect(recorded.take()).toEqual([expect.stringContaining('from sessions')]);
});

test('the first call after an hour extends the session and its cookie by 30 days, once', async () => {
  const { client, user } = await makeCustomer(server);
  await execute(
    `update sessions set last_used_at = now() - interval '61 minutes',
       expires_at = now() + interval '1 hour' where user_id = ?`,
    [user.id],
  );
  const before = client.cookieHeader();
  const answer = await client.fetch(routes.stats.path);
  expect(answer.headers.getSetCookie()[0]).toMatch(/^sunloop\.sid=.*expires=/);
  expect(client.cookieHeader()).toBe(before);
  const [row] = await execute(
    `select last_used_at > now() - interval '1 minute' and expires_at > now() + interval '29 days'
       as "isTouched" from sessions where user_id = ?`,
    [user.id],
  );
  expect(row?.isTouched).toBe(true);
  expect((await client.fetch(routes.stats.path)).headers.getSetCookie()).toEqual([]);
});
