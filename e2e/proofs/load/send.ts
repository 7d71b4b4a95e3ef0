import { Agent, request, type OutgoingHttpHeaders } from 'node:http';

/** How long an answer is waited for, as a device does; milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * As many connections as a proxy keeps. A process takes one new connection in each turn of its loop, so thousands at once
 * would measure how long connections wait.
 */
const CONNECTIONS_MAX = 512;

const agent = new Agent({ keepAlive: true, scheduling: 'lifo', maxSockets: CONNECTIONS_MAX });

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  /** Sent as JSON. */
  readonly body?: unknown;
}

export interface Answered {
  /** 0: no answer came. */
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
  readonly cookies: readonly string[];
}

/** Asks our server once, over connections that are kept, and reads the whole answer; never rejects. */
export function send(origin: string, { method, path, headers, body }: Asked): Promise<Answered> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  const { promise, resolve } = Promise.withResolvers<Answered>();
  const fail = (error: Error) =>
    resolve({ status: 0, text: error.message, retryAfter: undefined, cookies: [] });
  const typed =
    json === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) };
  const asked = request(
    origin + path,
    { agent, method, headers: { ...headers, ...typed }, signal: AbortSignal.timeout(PATIENCE_MS) },
    (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', fail);
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          text: Buffer.concat(parts).toString(),
          retryAfter: answer.headers['retry-after'],
          cookies: answer.headers['set-cookie'] ?? [],
        }),
      );
    },
  );
  asked.once('error', fail).end(json);
  return promise;
}

/** Lets the process end. */
export function closeConnections(): void {
  agent.destroy();
}
