import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * How long an idle connection is kept; milliseconds. Longer than proxies and balancers keep theirs (60 s in
 * nginx, AWS and Azure alike): who closes last never meets a request on its way. Node's own 5 s would.
 */
const KEEP_ALIVE_MS = 65_000;

/** Node's HTTP server as every process of ours opens it; not listening yet. */
export function openHttpServer(handle: RequestListener): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, handle);
}
