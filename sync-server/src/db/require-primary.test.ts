import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { isDatabaseAway } from './database-away.ts';
import { requirePrimary } from './require-primary.ts';

/** What PostgreSQL says to whoever may come in, with no word after it: authenticated, and ready for a query. */
const WELCOME = Buffer.from('5200000008000000005a0000000549', 'hex');

test('a pooler that lets in and answers nothing holds nobody up', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(WELCOME));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const place = { host: '127.0.0.1', port, user: 'x', database: 'x' };
  const options = { ...place, pipeline: true, onConnect: requirePrimary(50) };
  const pool = new pg.Pool(options);
  const failure: unknown = await pool.connect().catch((error: unknown) => error);
  expect(isDatabaseAway(failure)).toBe(true);
});
