import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { OURS_HEADER, OURS_HEADER_VALUE } from '@sunloop/shared-types/limits.ts';
import { errorBody, invalid, RequestError } from '../errors.ts';
import { ownErrors } from './stray-errors.ts';

/**
 * How long an idle connection is kept; milliseconds. Longer than proxies and balancers keep theirs
 * (60 s in nginx, AWS and Azure alike): if we closed first, as after Node's default of 5 s, a
 * request could already be on its way.
 */
const KEEP_ALIVE_MS = 65_000;

/** How long a request's headers may take, and how often that is checked; milliseconds. */
const HEAD_MS = 15_000;
const LOOK_EVERY_MS = 5000;

/** A connection on which nothing moves for this long is cut, as that of a caller who takes nothing of an answer. Milliseconds. */
export const STALLED_MS = 60_000;

/**
 * Node's HTTP server as each of our processes opens it; not listening yet. A request that is not
 * complete after `bodyMs` is ended, even if nobody reads its body.
 */
export function openHttpServer(
  handle: RequestListener,
  { bodyMs, stalledMs = STALLED_MS }: { readonly bodyMs: number; readonly stalledMs?: number },
): Server {
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: HEAD_MS,
    requestTimeout: HEAD_MS + bodyMs,
    connectionsCheckingInterval: LOOK_EVERY_MS,
  };
  const latest = new WeakMap<Duplex, ServerResponse>();
  return createServer(options, ownErrors(handle))
    .setTimeout(stalledMs)
    .on('request', ({ socket }, response) => void latest.set(socket, response))
    .on('clientError', (error: NodeJS.ErrnoException, socket) => {
      const { headersSent = false, closed = false } = latest.get(socket) ?? {};
      // Behind an answer that is under way, another one would be taken for a part of it.
      if (error.code === 'ECONNRESET' || !socket.writable || (headersSent && !closed))
        socket.destroy();
      else answerUnreadable(error, socket);
    });
}

/** Answers a request that cannot be read in the API's form and closes the connection, as Node does with a bare status. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const refusal = REFUSALS[error.code ?? ''] ?? invalid('The request could not be read');
  const body = JSON.stringify(errorBody(refusal));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${OURS_HEADER}: ${OURS_HEADER_VALUE}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** By Node's code for what is wrong with a request. */
const REFUSALS: Readonly<Record<string, RequestError>> = {
  HPE_HEADER_OVERFLOW: new RequestError(
    'headers_too_large',
    'The headers of the request are too large',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new RequestError('timeout', 'The request took too long to arrive'),
};
