import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { pino } from 'pino';
import { watchRequests } from '../../http/listen/drain.ts';
import { openHttpServer } from '../../http/listen/http-server.ts';
import { catchStrayErrors } from '../../http/listen/stray-errors.ts';
import { runUntilSignal } from '../../../operate/start/run.ts';

// A server whose handlers fail as their paths say, where nobody waits for it. `stray-errors.test.ts` starts it.
const LONG_MS = 300;
const faultOf = (path: string | undefined) => new Error(`a fault of ${path}`);
const fail = (path: string | undefined): never => {
  throw faultOf(path);
};
const outside = new EventEmitter();

const FAULTS: Readonly<
  Record<string, (request: IncomingMessage, response: ServerResponse) => void>
> = {
  '/ok': (_, response) => void response.end('ok'),
  '/long': (_, response) => void setTimeout(() => response.end('done'), LONG_MS),
  '/timer': ({ url }) => void setTimeout(() => fail(url), 1),
  '/handler': ({ url }) => fail(url),
  '/rejection': ({ url }) => void Promise.reject(faultOf(url)),
  '/stream': (request) => {
    const broken = new Transform({
      transform: (_bytes, _encoding, done) => done(faultOf(request.url)),
    });
    request.pipe(broken);
    broken.write('x');
  },
  '/late-write': (_, response) => {
    response.end('ok');
    response.write('too late');
  },
  // The fault comes when its request has been answered.
  '/afterwards': ({ url }, response) => {
    response.end('ok');
    response.once('close', () => setTimeout(() => fail(url), 1));
  },
  '/outside-rejection': (_, response) => {
    outside.emit('reject');
    response.end('ok');
  },
  '/outside': (_, response) => {
    outside.emit('throw');
    response.end('ok');
  },
};

await runUntilSignal(async () => {
  const lost = Promise.withResolvers<Error>();
  catchStrayErrors(pino(), lost.resolve);
  const faulty = (request: IncomingMessage, response: ServerResponse) =>
    FAULTS[request.url ?? '']?.(request, response);
  const server = openHttpServer(faulty, { bodyMs: 1000, isHttps: false });
  const drain = watchRequests(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  watchOutside();
  return { lost: lost.promise, stop: () => drain(5000) };
});

/** What was begun before any request, as housekeeping is. */
function watchOutside(): void {
  const asked = { throw: false, reject: false };
  outside.on('throw', () => (asked.throw = true));
  outside.on('reject', () => (asked.reject = true));
  setInterval(() => {
    const { throw: isThrown, reject } = asked;
    Object.assign(asked, { throw: false, reject: false });
    if (reject) void Promise.reject(faultOf('/outside-rejection'));
    if (isThrown) fail('/outside');
  }, 5).unref();
}
