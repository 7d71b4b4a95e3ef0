import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { CANNED_FAULTS, DELAY_MS, type Fault, SLOW_DELAY_MS } from './fault-kinds.ts';
import type { Line } from './slow-line.ts';

/** The record of one request, for tests that need to know what has happened. */
export interface Passage {
  /** `METHOD /path`. */
  readonly name: string;
  readonly at: number;
  readonly fault: Fault | undefined;
  /** The server's status, once the server has answered. */
  status?: number;
  /** When the server's whole answer had been passed on; epoch milliseconds. */
  deliveredAt?: number;
}

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly answer: ServerResponse;
  /** Servers to ask; the next one if one accepts no connection. */
  readonly ports: readonly number[];
  /** The client's address, as a server with TRUST_PROXY=1 believes. */
  readonly address: string;
  readonly lines: { readonly up: Line; readonly down: Line };
  readonly passage: Passage;
  /** Tells the planted fault that it was met. */
  readonly meets: (() => void) | undefined;
}

/** Passes one request to the server and its answer back, as far as its fault allows. */
export function meet(exchange: Exchange): void {
  lead(exchange).catch(() => {
    // One of the sides is gone; a broken line shows that by breaking the connection.
    exchange.incoming.socket.destroy();
  });
}

async function lead(exchange: Exchange): Promise<void> {
  const { incoming, answer, passage, meets } = exchange;
  const { fault } = passage;
  switch (fault) {
    case undefined:
      return deliver(exchange, await ask(exchange, await buffer(incoming)));
    case 'drop-before':
      incoming.socket.destroy();
      meets?.();
      return;
    case 'hang':
      incoming.resume();
      meets?.();
      return;
    case 'delay':
    case 'slow':
      meets?.();
      return fault === 'delay' ? leadLate(exchange) : leadSlowly(exchange);
    case 'drop-after':
    case 'withhold':
    case 'cut':
      await breakAnswer(exchange);
      meets?.();
      return;
    default: {
      incoming.resume();
      const { status, headers, body } = CANNED_FAULTS[fault];
      answer.writeHead(status, headers).end(body);
      meets?.();
    }
  }
}

async function leadLate(exchange: Exchange): Promise<void> {
  const body = await buffer(exchange.incoming);
  await wait(DELAY_MS);
  const upstream = await ask(exchange, body);
  await wait(DELAY_MS);
  await deliver(exchange, upstream);
}

async function leadSlowly(exchange: Exchange): Promise<void> {
  const { incoming, lines } = exchange;
  await wait(SLOW_DELAY_MS);
  const upstream = await ask(exchange, await buffer(incoming.pipe(lines.up())));
  await deliver(exchange, upstream, lines.down);
}

/** The server has done it; only what the fault leaves of its answer gets through. */
async function breakAnswer(exchange: Exchange): Promise<void> {
  const { incoming, answer, passage } = exchange;
  const upstream = await ask(exchange, await buffer(incoming));
  const body = await buffer(upstream);
  if (passage.fault === 'withhold') return;
  if (passage.fault === 'cut' && body.length > 1) {
    answer.writeHead(upstream.statusCode ?? 0, upstream.rawHeaders);
    const half = body.subarray(0, body.length >> 1);
    await new Promise((resolve) => answer.write(half, resolve));
  }
  incoming.socket.destroy();
}

/** Asks the first server that accepts the connection; rejects if none does or it breaks. */
async function ask(exchange: Exchange, body: Buffer): Promise<IncomingMessage> {
  for (const port of exchange.ports) {
    try {
      const upstream = await askServer(exchange, port, body);
      if (upstream.statusCode !== undefined) exchange.passage.status = upstream.statusCode;
      return upstream;
    } catch (error) {
      // Once connected, the server may have done it: only a request that never arrived may be repeated.
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
    }
  }
  throw new Error('no server accepts a connection');
}

function askServer(exchange: Exchange, port: number, body: Buffer): Promise<IncomingMessage> {
  const { incoming, answer, address } = exchange;
  const { method, url } = incoming;
  const headers = { ...incoming.headers, 'x-forwarded-for': address };
  return new Promise((resolve, reject) => {
    // A new connection for each: one kept open to a server that was killed would break the next request.
    const options = { host: '127.0.0.1', port, method, path: url, headers, agent: false as const };
    const upstream = request(options, resolve);
    upstream.on('error', reject);
    // If the browser has hung up, nobody waits for the answer.
    answer.once('close', () => upstream.destroy());
    upstream.end(body);
  });
}

async function deliver(
  { answer, passage }: Exchange,
  upstream: IncomingMessage,
  line?: Line,
): Promise<void> {
  answer.writeHead(upstream.statusCode ?? 0, upstream.rawHeaders);
  await (line ? pipeline(upstream, line(), answer) : pipeline(upstream, answer));
  passage.deliveredAt = Date.now();
}
