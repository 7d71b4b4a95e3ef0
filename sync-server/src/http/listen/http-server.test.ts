import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { openHttpServer } from './http-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function answerTo(request: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(request);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString();
}

test('headers that are too large are refused in the form of the API', async () => {
  const answer = await answerTo(
    `GET /api/user HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  expect(answer).toContain('x-sunloop: 1');
  expect(answer).toContain('Connection: close');
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    code: 'headers_too_large',
  });
});

test('so is what is no HTTP', async () => {
  const answer = await answerTo('HELLO\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'invalid' });
});

test('what is no HTTP, behind an answer that is under way, cuts it off and adds nothing to it', async () => {
  const own = openHttpServer(
    (_, response) => {
      response.write('the beginning');
      response.once('close', () => own.close());
    },
    { bodyMs: 1000, isHttps: false },
  );
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const socket = connect((own.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => answer).toContain('the beginning');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write('HELLO\r\n\r\n');
  await closed;
  expect(answer).not.toContain('HTTP/1.1 400');
});

test('a caller who takes nothing of an answer is cut off', async () => {
  const own = openHttpServer((_, response) => void response.end('x'.repeat(50_000_000)), {
    bodyMs: 1000,
    isHttps: false,
    stalledMs: 50,
  });
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void own.close());
  const taken = once(own, 'connection') as Promise<[Socket]>;
  const socket = connect((own.address() as AddressInfo).port, '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [server] = await taken;
  await once(server, 'close');
});
