import { requestPath } from '@sunloop/shared-types/request-path.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { createTestDatabase } from '../database.ts';
import { startWorkerGroup, type WorkerGroup } from '../processes/worker-group.ts';
import { makeSampleWorld, sampleCalls } from '../sample-calls.ts';
import type { TestServer } from '../server.ts';
import { someAddress } from '../some-address.ts';

export const METRICS_TOKEN = 'a secret of the tests';

export interface ProcessServer {
  readonly group: WorkerGroup;
  readonly server: TestServer;
  close(): Promise<void>;
}

/** The server as `npm start` runs it, in a process of its own, so that it can end without the test. */
export async function startProcessServer(
  env: Readonly<Record<string, string>> = {},
): Promise<ProcessServer> {
  const database = await createTestDatabase();
  const group = await startWorkerGroup({
    WEB_CONCURRENCY: '1',
    DATABASE_URL: database.url,
    SESSION_KEYS: 'a key of the tests',
    ADMIN_PASSWORD: 'correct horse',
    METRICS_TOKEN,
    TRUST_PROXY: '1',
    ...env,
  });
  const sql: TestServer['sql'] = (text, params = []) =>
    database.orm.em.fork().execute(text, params);
  const close = async () => {
    await group.stop();
    await database.drop();
  };
  return {
    group,
    server: { url: group.origin, database, client: group.client, sql, close },
    close,
  };
}

/** The first lines of a request, without those of its body. */
export interface Head {
  readonly firstLine: string;
  readonly headers: readonly string[];
}

/** Makes calls' first lines in a new world, each as whom its route is for. */
export async function makeHeads(server: TestServer) {
  const world = await makeSampleWorld(server);
  const calls = sampleCalls(world);
  const cookies = {
    public: [],
    session: [`Cookie: ${world.owner.client.cookieHeader()}`],
    admin: [`Cookie: ${world.admin.client.cookieHeader()}`],
  };
  const headOf = (
    name: RouteName,
    {
      query = calls[name].query,
      access = routes[name].access,
    }: { query?: Record<string, string>; access?: Route['access'] } = {},
  ): Head => {
    const route: Route = routes[name];
    const path = requestPath(route, { params: calls[name].params, query });
    return {
      firstLine: `${route.method} ${path} HTTP/1.1`,
      headers: [
        'Content-Type: application/json',
        `X-Forwarded-For: ${someAddress()}`,
        ...cookies[access],
      ],
    };
  };
  return { calls, headOf };
}
