import type { Server, ServerResponse } from 'node:http';

/**
 * Prepares a server for shutdown: the returned function accepts no more connections, lets running
 * requests finish, and cuts off those not done after `drainMs`.
 */
export function watchRequests(server: Server): (drainMs: number) => Promise<void> {
  const running = new Set<ServerResponse>();
  server.on('request', (_, response: ServerResponse) => {
    running.add(response);
    response.once('close', () => running.delete(response));
  });
  return async (drainMs) => {
    const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
    // Otherwise a connection would be kept alive for a next request, which nobody would answer.
    for (const response of running) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
      else response.once('close', () => setImmediate(() => server.closeIdleConnections()));
    }
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeIdleConnections();
    });
    clearTimeout(deadline);
  };
}
