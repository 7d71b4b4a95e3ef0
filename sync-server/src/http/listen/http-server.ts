import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * How long an idle connection is kept; milliseconds. Longer than proxies and balancers keep theirs (60 s in nginx,
 * AWS and Azure alike), because the side that closes last never meets a request on its way. Node's own 5 s would.
 */
const KEEP_ALIVE_MS = 65_000;

/** How long the head of a request may take, and how soon at the latest that is noticed; milliseconds. */
const HEAD_MS = 15_000;
const LOOK_EVERY_MS = 5000;

/**
 * Node's HTTP server as every process of ours opens it; not listening yet. A request that is not complete after
 * `bodyMs` ends, even if nobody reads its body.
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
