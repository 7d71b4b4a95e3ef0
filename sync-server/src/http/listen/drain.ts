import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as oneTurn } from 'node:timers/promises';

/**
 * Prepares a server for shutdown: the returned function accepts no more connections, ends at once those without a request,
 * lets running requests finish, and cuts off those not done after `drainMs`. Meanwhile answers say `Connection: close`.
 */
export function watchRequests(server: Server): (drainMs: number) => Promise<void> {
  // Node itself takes a connection that has not asked yet for a busy one.
  const running = new Map<Socket, Set<ServerResponse>>();
  let isDraining = false;
  const endIfIdle = (socket: Socket) => {
    if (running.get(socket)?.size === 0) socket.destroySoon();
  };
  server.on('connection', (socket: Socket) => {
    running.set(socket, new Set());
    socket.once('close', () => running.delete(socket));
  });
  // Before the handler, which may answer at once.
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    const answers = running.get(socket);
    if (!answers) return;
    answers.add(response);
    if (isDraining) sayClose(answers);
    response.once('close', () => {
      answers.delete(response);
      // What was asked behind it is taken first.
      if (isDraining) setImmediate(() => endIfIdle(socket));
    });
  });
  return async (drainMs) => {
    isDraining = true;
    for (const answers of running.values()) sayClose(answers);
    // What has arrived is read first.
    await oneTurn();
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of running.keys()) endIfIdle(socket);
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
