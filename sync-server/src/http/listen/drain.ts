import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as oneTurn } from 'node:timers/promises';

/** The first request of a younger connection may be on its way; its caller would take the end for a failure. Milliseconds. */
const YOUNG_MS = 1000;

/**
 * Prepares a server for shutdown: the returned function accepts no more connections, ends those without a request at once or
 * when they are no longer young, lets running requests finish, and cuts off those not done after `drainMs`. Meanwhile answers
 * say `Connection: close`.
 */
export function watchRequests(server: Server): (drainMs: number) => Promise<void> {
  // Node itself takes a connection that has not asked yet for a busy one.
  const running = new Map<Socket, Set<ServerResponse>>();
  const openedAt = new WeakMap<Socket, number>();
  let isDraining = false;
  const endIfIdle = (socket: Socket) => {
    if (running.get(socket)?.size === 0) socket.destroySoon();
  };
  server.on('connection', (socket: Socket) => {
    running.set(socket, new Set());
    openedAt.set(socket, performance.now());
    socket.once('close', () => running.delete(socket));
  });
  const note = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const answers = running.get(socket);
    if (!answers) return;
    answers.add(response);
    if (isDraining) sayClose(answers);
    response.once('close', () => {
      answers.delete(response);
      // What was asked behind it is taken first.
      if (isDraining) setImmediate(() => endIfIdle(socket));
    });
  };
  // Before the handler, which may answer at once.
  server.prependListener('request', note).prependListener('checkExpectation', note);
  return async (drainMs) => {
    isDraining = true;
    for (const answers of running.values()) sayClose(answers);
    // What has arrived is read first.
    await oneTurn();
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of running.keys()) {
      const youngMs = (openedAt.get(socket) ?? 0) + YOUNG_MS - performance.now();
      if (youngMs > 0) setTimeout(() => endIfIdle(socket), youngMs);
      else endIfIdle(socket);
    }
    const cutOff = () => [...running.keys()].forEach((socket) => socket.destroy());
    const deadline = setTimeout(cutOff, drainMs);
    await closed;
    clearTimeout(deadline);
  };
}

/** Of a connection's answers the last one says it: what is asked before it on the same connection is answered, too. */
function sayClose(answers: ReadonlySet<ServerResponse>): void {
  const last = [...answers].at(-1);
  for (const answer of answers) {
    if (answer.headersSent) continue;
    if (answer === last) answer.setHeader('Connection', 'close');
    else answer.removeHeader('Connection');
  }
}
