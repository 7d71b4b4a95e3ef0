import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { percentile } from '../measurements.ts';
import { AnswerReader } from './answer-reader.ts';

export interface Loaded {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Sends these requests over keep-alive connections, each of which sends its next request when the answer has
 * arrived. Requests are prepared as bytes, so that the client needs little CPU. A connection sends only its
 * own list: a phone is one person's.
 */
export async function putLoad(
  port: number,
  lists: readonly (readonly Buffer[])[],
): Promise<Loaded> {
  const sockets = await Promise.all(lists.map(() => open(port)));
  const startedAt = performance.now();
  const times = await Promise.all(
    lists.map((requests, at) => sendAll(sockets[at] ?? fail('no connection'), requests)),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  for (const socket of sockets) socket.destroy();
  const all = times.flat();
  return {
    perSecond: all.length / seconds,
    p50Ms: percentile(all, 0.5) ?? 0,
    p99Ms: percentile(all, 0.99) ?? 0,
  };
}

/** One request's answer, for what must be known before a measurement. */
export async function ask(port: number, request: Buffer): Promise<string> {
  const socket = await open(port);
  const reader = new AnswerReader(socket);
  socket.write(request);
  const body = await reader.next();
  socket.destroy();
  return body;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  return socket;
}

async function sendAll(socket: Socket, requests: readonly Buffer[]): Promise<number[]> {
  const reader = new AnswerReader(socket);
  const times: number[] = [];
  for (const request of requests) {
    const sentAt = performance.now();
    socket.write(request);
    await reader.next();
    times.push(performance.now() - sentAt);
  }
  return times;
}

function fail(message: string): never {
  throw new Error(message);
}
