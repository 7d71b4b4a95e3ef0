import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { OURS_HEADER, OURS_HEADER_VALUE } from '@sunloop/shared-types/limits.ts';
import { errorBody, invalid, RequestError } from '../errors.ts';
import { securityHeaders } from '../security-headers.ts';
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

interface Served {
  /** A request that is not complete after this is ended, even if nobody reads its body. Milliseconds. */
  readonly bodyMs: number;
  /** Whether people see https. */
  readonly isHttps: boolean;
  /** Milliseconds. */
  readonly stalledMs?: number;
}

/** Node's HTTP server as each of our processes opens it; not listening yet. */
export function openHttpServer(
  handle: RequestListener,
  { bodyMs, isHttps, stalledMs = STALLED_MS }: Served,
): Server {
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: HEAD_MS,
    requestTimeout: HEAD_MS + bodyMs,
    connectionsCheckingInterval: LOOK_EVERY_MS,
    // Node would refuse it with a bare status.
    requireHostHeader: false,
  };
  const headers = { ...securityHeaders({ isHttps }), ...OWN_HEADERS };
  const latest = new WeakMap<Duplex, ServerResponse>();
  const answer = ownErrors((request, response) => {
    latest.set(request.socket, response);
    if (isHostless(request)) refuse(response, headers);
    else handle(request, response);
  });
  return (
    createServer(options, answer)
      .setTimeout(stalledMs)
      // Whatever else a caller expects, there is only the usual answer; Node's own would be a bare status.
      .on('checkExpectation', answer)
      .on('clientError', (error: NodeJS.ErrnoException, socket) => {
        const { headersSent = false, closed = false } = latest.get(socket) ?? {};
        // Behind an answer that is under way, another one would be taken for a part of it.
        if (error.code === 'ECONNRESET' || !socket.writable || (headersSent && !closed))
          socket.destroy();
        else answerUnreadable(socket, REFUSALS[error.code ?? ''] ?? UNREADABLE, headers);
      })
  );
}

/** RFC 9112, 3.2: such a request must be refused. */
const isHostless = ({ httpVersion, headers }: IncomingMessage) =>
  httpVersion === '1.1' && headers.host === undefined;

type Headers = Readonly<Record<string, string>>;

function refuse(response: ServerResponse, headers: Headers): void {
  response.writeHead(UNREADABLE.status, headers).end(JSON.stringify(errorBody(UNREADABLE)));
}

/** Answers a request that cannot be read in the API's form and closes the connection, as Node does with a bare status. */
function answerUnreadable(socket: Duplex, refusal: RequestError, headers: Headers): void {
  const body = JSON.stringify(errorBody(refusal));
  const all = { ...headers, 'Content-Length': Buffer.byteLength(body) };
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Of an answer that the application does not give. */
const OWN_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  [OURS_HEADER]: OURS_HEADER_VALUE,
  Connection: 'close',
};
const UNREADABLE = invalid('The request could not be read');

/** By Node's code for what is wrong with a request. */
const REFUSALS: Readonly<Record<string, RequestError>> = {
  HPE_HEADER_OVERFLOW: new RequestError(
    'headers_too_large',
    'The headers of the request are too large',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new RequestError('timeout', 'The request took too long to arrive'),
};
