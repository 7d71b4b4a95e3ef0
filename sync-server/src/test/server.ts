import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { openProbe } from '../db/probe.ts';
import { createApp, type AppDeps } from '../app.ts';
import { openHttpServer } from '../http/listen/http-server.ts';
import { TestClient } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** Longer than any body in the tests takes. Milliseconds. */
const BODY_MS = 60_000;

/** Signs the cookies of every process in the tests. */
export const TEST_SESSION_KEY = 'test key';

type Params = readonly unknown[] | Record<string, unknown>;

export interface TestServer {
  readonly url: string;
  readonly database: TestDatabase;
  /** A caller with its own cookies. */
  client(): TestClient;
  /** Asks the database itself. */
  sql<Row extends object>(text: string, params?: Params): Promise<Row[]>;
  close(): Promise<void>;
}

/** The real application on a free loopback port, with a new database unless one is given. */
export async function startTestServer(
  deps: Partial<AppDeps> & { database?: TestDatabase } = {},
): Promise<TestServer> {
  const { database = await createTestDatabase(), ...rest } = deps;
  const probe = openProbe(database.url);
  const app = createApp({
    orm: database.orm,
    probe,
    log: pino({ level: 'error' }),
    sessionKeys: [TEST_SESSION_KEY],
    ...rest,
  });
  const handle = app.callback();
  const isHttps = rest.publicOrigin?.startsWith('https:') ?? false;
  const served = { bodyMs: BODY_MS, isHttps };
  const server = openHttpServer((request, response) => void handle(request, response), served);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await probe.close();
    if (!deps.database) await database.drop();
  };
  const sql = <Row extends object>(text: string, params: Params = []) =>
    database.orm.em.fork().execute<Row[]>(text, params);
  return { url, database, client: () => new TestClient(url), sql, close };
}
