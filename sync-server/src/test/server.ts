import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { openProbe } from '../db/probe.ts';
import { createApp, type AppDeps } from '../app.ts';
import { openHttpServer } from '../http/http-server.ts';
import { TestClient } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** Longer than any body in the tests takes. Milliseconds. */
const BODY_MS = 60_000;

/** Signs the cookies of every process in the tests. */
export const TEST_SESSION_KEY = 'test key';

export interface TestServer {
  readonly url: string;
  readonly database: TestDatabase;
  /** A caller with its own cookies. */
  client(): TestClient;
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
  const server = openHttpServer((request, response) => void handle(request, response), BODY_MS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await probe.close();
    if (!deps.database) await database.drop();
  };
  return { url, database, client: () => new TestClient(url), close };
}
