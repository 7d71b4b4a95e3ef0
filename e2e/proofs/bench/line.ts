import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { SLOW_BYTES_PER_SECOND, SLOW_DELAY_MS } from '../faults/fault-kinds.ts';
import { openLine } from '../faults/slow-line.ts';

/** The line between a page and its server, which passes bytes on and counts them. */
export interface BenchLine {
  /** What the browser opens. */
  readonly origin: string;
  /** Bytes from page to server and back since `reset`, headers included. */
  readonly moved: { sent: number; received: number };
  reset(): void;
  /** As without signal: every connection is ended and none is accepted. */
  shut(): void;
  /** Accepts connections again; slow ones are delayed by 400 ms and share 50 kB/s each way. */
  open(speed?: 'fast' | 'slow'): void;
  close(): Promise<void>;
}

export async function openBenchLine(serverPort: number): Promise<BenchLine> {
  const moved = { sent: 0, received: 0 };
  const sockets = new Set<Socket>();
  const lines = { up: openLine(SLOW_BYTES_PER_SECOND), down: openLine(SLOW_BYTES_PER_SECOND) };
  let state: 'fast' | 'slow' | 'shut' = 'fast';
  const proxy = createServer((page) => {
    keep(page, sockets);
    if (state === 'shut') {
      page.destroy();
      return;
    }
    const server = keep(connect(serverPort, '127.0.0.1'), sockets);
    page.on('data', (chunk: Buffer) => (moved.sent += chunk.length));
    server.on('data', (chunk: Buffer) => (moved.received += chunk.length));
    const isSlow = state === 'slow';
    if (isSlow) page.pipe(late()).pipe(lines.up()).pipe(server);
    else page.pipe(server);
    if (isSlow) server.pipe(lines.down()).pipe(page);
    else server.pipe(page);
    page.once('close', () => server.destroy());
    server.once('close', () => page.end());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const dropAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    origin: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    moved,
    reset: () => Object.assign(moved, { sent: 0, received: 0 }),
    shut() {
      state = 'shut';
      dropAll();
    },
    open(speed = 'fast') {
      state = speed;
    },
    async close() {
      dropAll();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** When one side hangs up, the other is ended too; that is not an error. */
function keep(socket: Socket, sockets: Set<Socket>): Socket {
  sockets.add(socket);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

/** Everything arrives 400 ms later, in order; later bytes do not wait for earlier ones. */
function late(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      setTimeout(() => this.push(chunk), SLOW_DELAY_MS);
      done();
    },
    flush(done) {
      setTimeout(done, SLOW_DELAY_MS);
    },
  });
}

const CALM_MS = 1500;
/** More than the achievement check every 5 s transfers, and less than any list. */
const CALM_BYTES = 4000;

/** Resolves once a page has become quiet on the line. */
export async function untilCalm({ moved }: BenchLine): Promise<void> {
  for (let before = -CALM_BYTES; ;) {
    const now = moved.sent + moved.received;
    if (now - before < CALM_BYTES) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, CALM_MS));
  }
}
