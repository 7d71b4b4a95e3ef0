import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { routes } from '@sunloop/shared-types';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findServers } from './db/embedded/process-identity.ts';
import { parseEnv } from './env.ts';
import { startServer, type RunningServer } from './server-process.ts';
import { TestClient } from './test/client.ts';

let dataDir: string;
let server: RunningServer;
let customer: TestClient;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sunloop-heals-'));
  // The database's own account must reach it when the tests run as root.
  await chmod(dataDir, 0o755);
  const variables = { DATABASE_STATEMENT_TIMEOUT_MS: '500', DATABASE_CONNECT_TIMEOUT_MS: '500' };
  server = await startServer(parseEnv({ PORT: '0', DATA_DIR: dataDir, ...variables }));
  customer = new TestClient(server.origin);
  await customer.signUp('patient');
}, 60_000);
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

/** Sends a signal to the database and all its processes; whoever ended meanwhile needs none. */
async function signalDatabase(name: NodeJS.Signals): Promise<void> {
  for (const pid of await findServers(path.join(dataDir, 'postgres'), 0)) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

const answersAgain = () =>
  expect
    .poll(async () => (await customer.fetch('/api/stats')).status, { timeout: 20_000 })
    .toBe(200);

test('a frozen database is 503 within the deadline, and all is well once it thaws', async () => {
  await signalDatabase('SIGSTOP');
  onTestFinished(() => signalDatabase('SIGCONT'));
  const reads = Array.from({ length: 30 }, () => customer.refuse(routes.stats));
  for (const read of await Promise.all(reads)) {
    expect(read.status).toBe(503);
    expect(read.body.code).toBe('unavailable');
    expect(read.headers.get('retry-after')).not.toBeNull();
  }
  expect((await customer.fetch('/readyz')).status).toBe(503);
  expect((await customer.fetch('/healthz')).status).toBe(200);
  await signalDatabase('SIGCONT');
  await answersAgain();
  const body = { name: 'Some Body', email: 'thawed@example.com' };
  expect((await customer.call(routes.addReferral, { body })).status).toBe(201);
  expect((await customer.fetch('/readyz')).status).toBe(200);
});
