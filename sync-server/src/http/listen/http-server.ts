import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * How long an idle connection is kept; milliseconds. Longer than proxies and balancers keep theirs
 * (60 s in nginx, AWS and Azure alike): if we closed first, as after Node's default of 5 s, a
 * request could already be on its way.
 */
const KEEP_ALIVE_MS = 65_000;

/** How long a request's headers may take, and how often that is checked; milliseconds. */
const HEAD_MS = 15_000;
const LOOK_EVERY_MS = 5000;

/**
 * Node's HTTP server as each of our processes opens it; not listening yet. A request that is not
 * complete after `bodyMs` is ended, even if nobody reads its body.
 */
export function openHttpServer(handle: RequestListener, bodyMs: number): Server {
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: HEAD_MS,
    requestTimeout: HEAD_MS + bodyMs,
    connectionsCheckingInterval: LOOK_EVERY_MS,
  };
  return createServer(options, handle);
}
