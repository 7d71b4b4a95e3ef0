import { request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** An installation as its visitors reach it: behind a proxy on this machine that ends TLS. */
export interface Installation {
  /** Its PUBLIC_ORIGIN. */
  readonly origin: string;
  /** Where the proxy listens. */
  readonly port: number;
}

interface Visit {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The body is sent a byte at a time, so many milliseconds apart. */
  readonly dripMs?: number;
  /** The loopback address it comes from. */
  readonly from?: string;
}

export interface Answer {
  readonly status: number;
  /** The values of a header, one for each time it was sent; the name in lower case. */
  readonly valuesOf: (name: string) => readonly string[];
  readonly body: Buffer;
  readonly tookMs: number;
}

/** Sends a request as a browser would; the certificate is the trial's own. Rejects if no answer comes. */
export async function visit(to: Installation, given: Visit): Promise<Answer> {
  const startedAt = performance.now();
  const { method = 'GET', path, headers = {}, body = '', from = '127.0.0.1' } = given;
  const { host, hostname } = new URL(to.origin);
  const sent = request({
    host: '127.0.0.1',
    port: to.port,
    servername: hostname,
    method,
    path,
    localAddress: from,
    rejectUnauthorized: false,
    agent: false,
    headers: {
      Host: host,
      ...(body && {
        'Content-Length': Buffer.byteLength(body),
        'Content-Type': 'application/json',
      }),
      ...(method === 'POST' && { Origin: to.origin }),
      ...headers,
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const isAnswered = new AbortController();
  sent.on('response', (response) => {
    isAnswered.abort();
    const { statusCode: status = 0, headersDistinct } = response;
    const valuesOf = (name: string) => headersDistinct[name] ?? [];
    const finish = (bytes: Buffer) =>
      resolve({ status, valuesOf, body: bytes, tookMs: performance.now() - startedAt });
    buffer(response).then(finish, reject);
  });
  // Once answered, the other side may end what is still being sent.
  sent.on('error', (error) => {
    if (!isAnswered.signal.aborted) reject(error);
    isAnswered.abort();
  });
  if (given.dripMs === undefined) sent.end(body);
  else await drip(body, given.dripMs, { write: (byte) => sent.write(byte), isAnswered });
  return promise;
}

interface Tap {
  readonly write: (byte: string) => void;
  readonly isAnswered: AbortController;
}

async function drip(body: string, dripMs: number, { write, isAnswered }: Tap): Promise<void> {
  for (const byte of body) {
    if (isAnswered.signal.aborted) return;
    write(byte);
    await pause(dripMs);
  }
}

/** Signs in; returns the answer and the session's cookie as a header. */
export async function signIn(
  to: Installation,
  person: { readonly email: string; readonly password: string },
  more: Pick<Visit, 'headers' | 'from'> = {},
) {
  const body = JSON.stringify(person);
  const answer = await visit(to, { method: 'POST', path: '/api/login', body, ...more });
  const cookie = answer
    .valuesOf('set-cookie')
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return { answer, headers: { Cookie: cookie } };
}
