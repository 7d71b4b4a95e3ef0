import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchRequests } from './drain.ts';
import { openHttpServer } from './http-server.ts';

/** So long that a test that waits for it fails. Milliseconds. */
const NEVER_MS = 600_000;

/** A server that answers nothing until it is told to, and what was asked of it. */
async function startServer() {
  const asked: { request: IncomingMessage; response: ServerResponse }[] = [];
  const take = (request: IncomingMessage, response: ServerResponse) =>
    void asked.push({ request, response });
  const server = openHttpServer(take, { bodyMs: NEVER_MS, isHttps: false, stalledMs: NEVER_MS });
  const drain = watchRequests(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const open = async (text = ''): Promise<Caller> => {
    const taken = once(server, 'connection');
    const caller = new Caller(connect(port, '127.0.0.1'));
    await taken;
    const [before, whole] = [asked.length, text.split('\r\n\r\n').length - 1];
    caller.socket.write(text);
    await expect.poll(() => asked.length).toBe(before + whole);
    return caller;
  };
  const answer = (at: number) => asked[at]?.response.end('done') ?? expect.fail('not asked');
  return { drain, open, asked, answer, port };
}

class Caller {
  readonly socket: Socket;
  heard = '';
  readonly ended: Promise<unknown>;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (bytes: Buffer) => (this.heard += bytes.toString()));
    this.ended = once(socket, 'close');
    onTestFinished(() => void socket.destroy());
  }

  get closes(): number {
    return this.heard.split('Connection: close').length - 1;
  }
}

/** Stops the clock, and the timers with it; the returned function lets so many milliseconds pass. */
function holdClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => void vi.advanceTimersByTime(ms);
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n';

test.each([
  ['has not asked yet', ''],
  ['has sent half a head', 'GET / HTTP/1.1\r\nHos'],
])('a connection that %s ends at once, or after its first second', async (_, text) => {
  const growOlder = holdClock();
  const { drain, open } = await startServer();
  const old = await open(text);
  growOlder(1000);
  const young = await open(text);
  const draining = drain(NEVER_MS);
  await old.ended;
  expect(young.socket.destroyed).toBe(false);
  growOlder(1000);
  await Promise.all([draining, young.ended]);
});

test('so does one that was answered and is kept for a next request', async () => {
  const { drain, open, answer } = await startServer();
  const caller = await open(GET);
  answer(0);
  await expect.poll(() => caller.heard).toContain('done');
  expect(caller.closes).toBe(0);
  await drain(NEVER_MS);
  await caller.ended;
});

test('who has just connected is answered, although the request comes later', async () => {
  const growOlder = holdClock();
  const { drain, open, asked, answer } = await startServer();
  const old = await open();
  growOlder(1000);
  const caller = await open();
  const draining = drain(NEVER_MS);
  await old.ended;
  caller.socket.write(GET);
  await expect.poll(() => asked).toHaveLength(1);
  answer(0);
  await Promise.all([draining, caller.ended]);
  expect(caller.heard).toContain('done');
  expect(caller.closes).toBe(1);
});

test('what runs is finished, and its answer says that the connection closes', async () => {
  const { drain, open, answer } = await startServer();
  const [first, second] = [await open(GET), await open(POST)];
  const draining = drain(NEVER_MS);
  second.socket.write('{}');
  answer(0);
  answer(1);
  await Promise.all([draining, first.ended, second.ended]);
  for (const { heard, closes } of [first, second]) {
    expect(heard).toContain('done');
    expect(closes).toBe(1);
  }
});

test('an answer that is under way is sent whole, and its connection ends', async () => {
  const { drain, open, asked, answer } = await startServer();
  const caller = await open(GET);
  asked[0]?.response.write('the beginning, ');
  await expect.poll(() => caller.heard).toContain('the beginning');
  const draining = drain(NEVER_MS);
  answer(0);
  await Promise.all([draining, caller.ended]);
  expect(caller.heard).toContain('done');
});

test('of several requests on one connection all are answered, and the last answer says that it closes', async () => {
  const { drain, open, asked, answer } = await startServer();
  const caller = await open(GET + GET);
  const draining = drain(NEVER_MS);
  caller.socket.write(GET);
  await expect.poll(() => asked).toHaveLength(3);
  for (const at of [0, 1, 2]) answer(at);
  await Promise.all([draining, caller.ended]);
  expect(caller.heard.split('done')).toHaveLength(4);
  expect(caller.closes).toBe(1);
  expect(caller.heard.lastIndexOf('done')).toBeGreaterThan(
    caller.heard.indexOf('Connection: close'),
  );
});

test('what is not done in time is cut off', async () => {
  const { drain, open } = await startServer();
  const caller = await open(POST);
  await drain(1);
  await caller.ended;
  expect(caller.heard).toBe('');
});

test('nobody connects any more', async () => {
  const { drain, open, answer, port } = await startServer();
  const caller = await open(GET);
  const draining = drain(NEVER_MS);
  const connectAgain = async () => {
    const late = connect(port, '127.0.0.1');
    let fault = '';
    late.once('error', ({ message }) => (fault = message));
    await new Promise((resolve) => late.once('close', resolve));
    return fault;
  };
  await expect.poll(connectAgain).toContain('ECONNREFUSED');
  answer(0);
  await Promise.all([draining, caller.ended]);
});
