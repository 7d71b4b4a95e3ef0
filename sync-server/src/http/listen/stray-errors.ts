import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

/** The request that what runs now was begun for. */
const answering = new AsyncLocalStorage<ServerResponse>();

/** Handles requests so that `catchStrayErrors` knows what belongs to which. */
export function ownErrors(handle: RequestListener): RequestListener {
  return (request, response) => {
    // Thrown within a promise, it has the request's context, and breaks off nothing of Node's reading of the connection.
    const own = (work: () => void) => void answering.run(response, async () => work());
    // Whoever reads the request sees by itself that its caller has gone.
    request.on('error', () => undefined);
    response.on('error', (error) =>
      own(() => {
        throw error;
      }),
    );
    own(() => handle(request, response));
  };
}

/**
 * Keeps the process when something fails where nobody waits for it: a stream that fails late, a promise nobody awaits. The
 * log gets a line with a number, and the request it belongs to is cut off if it is not answered yet. What is thrown outside of
 * any request may have broken off anything half-way: `onUnsound` is told, and the process must end. Until the returned
 * function is called.
 */
export function catchStrayErrors(log: Logger, onUnsound: (error: Error) => void): () => void {
  const note = (error: unknown) => {
    const response = answering.getStore();
    const number = String(response?.getHeader('X-Request-Id') ?? randomUUID());
    log.error({ err: error, requestId: number }, 'an unexpected error');
    response?.destroy();
    return { isOutside: !response, number };
  };
  const judge = (error: Error) => {
    const { isOutside, number } = note(error);
    const text = `Something failed outside of any request, see ${number} in the log`;
    if (isOutside) onUnsound(new Error(text));
  };
  process.on('unhandledRejection', note).on('uncaughtException', judge);
  return () => void process.off('unhandledRejection', note).off('uncaughtException', judge);
}
