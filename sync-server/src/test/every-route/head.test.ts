import { requestPath } from '@sunloop/shared-types/request-path.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSampleWorld, sampleCalls, type SampleWorld } from '../sample-calls.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { snapshotTables } from '../snapshot.ts';

let server: TestServer;
let world: SampleWorld;
let before: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  // Its owner has earned achievements that were not delivered yet.
  world = await makeSampleWorld(server);
  before = await snapshotTables(server.database.orm);
});
afterAll(() => server.close());

const reads = (Object.entries<Route>(routes) as [RouteName, Route][]).filter(
  ([, { method }]) => method === 'GET',
);

test.each(reads)('HEAD of %s changes nothing', async (name, route) => {
  const { params, query } = sampleCalls(world)[name];
  const { client } = route.access === 'admin' ? world.admin : world.owner;
  const path = requestPath(route, { params, query });
  const response = await client.fetch(path, { method: 'HEAD' });
  const success = Number(Object.keys(route.answers)[0]);
  expect([response.status, await response.text()]).toEqual([success, '']);
  expect(await snapshotTables(server.database.orm)).toEqual(before);
});

test('what a HEAD of the check would have delivered is delivered by the next GET', async () => {
  const { client, user } = world.owner;
  const params = { userId: user.id };
  await client.fetch(requestPath(routes.checkAchievements, { params }), { method: 'HEAD' });
  expect((await client.call(routes.checkAchievements, { params })).body).not.toEqual([]);
});
