import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createApp } from '../../app.ts';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { openProbe } from '../../db/probe.ts';
import { openHttpServer } from '../../http/listen/http-server.ts';

// A second process of the tests on the database of the first: prints its address and serves until its input ends.
// `second-process.ts` starts it.
const [url = '', sessionKey = ''] = process.argv.slice(2);
const orm = await openOrm({ url });
const log = pino({ level: 'error' }, pino.destination(2));
const probe = openProbe(url);
const handle = createApp({
  orm,
  probe,
  log,
  sessionKeys: [sessionKey],
}).callback();
const served = { bodyMs: 60_000, isHttps: false };
const server = openHttpServer((request, response) => void handle(request, response), served);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
process.stdin.resume().once('end', () => {
  server.closeAllConnections();
  server.close(() => void Promise.all([orm.close(true), probe.close()]));
});
