import { createServer, connect, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
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

/** A database with TLS, as far as its certificate. */
async function startTls(host: string) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => undefined);
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { server, cert };
}

test('a certificate of an issuer of one’s own is said to be unknown, with what to set', async () => {
  const { server } = await startTls('localhost');
  const orm = await openThrough(server, (url) => {
    url.hostname = 'localhost';
    url.searchParams.set('sslmode', 'require');
  });
  const report = vi.fn<(line: string) => void>();
  await expect(awaitDatabase(orm, { waitMs: 60_000, report })).rejects.toThrow(
    /not known here.*sslrootcert=.*NODE_EXTRA_CA_CERTS/,
  );
  expect(report).not.toHaveBeenCalled();
});

test('and one for another host to be that', async () => {
  const { server, cert } = await startTls('db.sun.example');
  const folder = await mkdtemp(path.join(tmpdir(), 'sunloop-ca-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const ca = path.join(folder, 'ca.pem');
  await writeFile(ca, cert);
  const orm = await openThrough(server, (url) => {
    url.hostname = 'localhost';
    url.searchParams.set('sslmode', 'require');
    url.searchParams.set('sslrootcert', ca);
  });
  await expect(awaitDatabase(orm, { waitMs: 60_000, report: () => {} })).rejects.toThrow(
    /for another host than DATABASE_URL names/,
  );
});
