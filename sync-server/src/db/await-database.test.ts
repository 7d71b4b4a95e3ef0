import { createServer, connect, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { awaitDatabase } from './await-database.ts';
import { openOrm } from '../../operate/start/open-orm.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A way to the database that drops the first connections. */
async function startSickWay(drops: number): Promise<Server> {
  const { hostname, port } = new URL(database.url);
  let count = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    count += 1;
    if (count <= drops) socket.destroy();
    else {
      const onward = connect(Number(port), hostname);
      onward.on('error', () => socket.destroy());
      socket.pipe(onward).pipe(socket);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return server;
}

async function openThrough(server: Server, change: (url: URL) => void = () => {}) {
  const url = new URL(database.url);
  url.port = String((server.address() as AddressInfo).port);
  change(url);
  const orm = await openOrm({ url: url.href, log: () => {} });
  onTestFinished(() => orm.close(true));
  return orm;
}

test('a start waits for a database that does not answer yet, and says so', async () => {
  const orm = await openThrough(await startSickWay(2));
  const report = vi.fn<(line: string) => void>();
  await awaitDatabase(orm, { waitMs: 60_000, report });
  expect(report).toHaveBeenCalledTimes(2);
  expect(report).toHaveBeenCalledWith(expect.stringContaining('does not answer yet'));
});

test('it gives up when its time is over', async () => {
  const orm = await openThrough(await startSickWay(Infinity));
  await expect(awaitDatabase(orm, { waitMs: 0, report: () => {} })).rejects.toThrow();
});

test('it does not wait for what waiting cannot mend', async () => {
  const orm = await openThrough(await startSickWay(0), (url) => (url.password = 'wrong'));
  const report = vi.fn<(line: string) => void>();
  await expect(awaitDatabase(orm, { waitMs: 60_000, report })).rejects.toThrow('password');
  expect(report).not.toHaveBeenCalled();
});
