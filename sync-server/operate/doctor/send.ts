import { lookup } from 'node:dns/promises';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';

const ANSWER_MS = 15_000;
/** On this machine we come from an address of our own, so that a proxy's is told apart from it. Linux has them all. */
const OWN_LOOPBACK = '127.0.7.1';

export interface Sent {
  readonly status: number;
  readonly body: string;
  /** A header's values, one for each time it came; undefined if it did not. */
  readonly header: (name: string) => readonly string[] | undefined;
  /** The address we came from. */
  readonly from: string | undefined;
  /** From when to when the certificate holds; undefined without TLS. Milliseconds since 1970. */
  readonly certificate: { readonly from: number; readonly to: number } | undefined;
}

interface Given {
  readonly headers?: Readonly<Record<string, string>>;
  /** GET, or POST with a body, if absent. */
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The same as a text. */
  readonly text?: string;
}

/** Asks a running installation as a visitor does. Throws if no answer comes, also for a certificate that is not valid. */
export async function send(url: URL, given: Given = {}): Promise<Sent> {
  const { headers = {}, body } = given;
  const json = given.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const { method = json === undefined ? 'GET' : 'POST' } = given;
  const { address } = await lookup(url.hostname);
  const isHere = address.startsWith('127.') && process.platform === 'linux';
  const request = url.protocol === 'https:' ? requestTls : requestPlain;
  const sent = request(url, {
    method,
    agent: false,
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(isHere && { localAddress: OWN_LOOPBACK, family: 4 }),
    headers: {
      ...(json !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(json),
      }),
      // An answer to a large body comes before all of it is taken, and would be lost with a connection that ends behind it.
      Connection: 'keep-alive',
      // As a page of the app does; otherwise a write is another site's.
      Origin: url.origin,
      ...headers,
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  // Once answered, the other side may refuse the rest.
  sent.on('error', reject);
  sent.once('response', (response) => {
    // Asked now: with the answer's end the connection goes.
    const { localAddress: from } = response.socket;
    const seen =
      response.socket instanceof TLSSocket ? response.socket.getPeerCertificate() : undefined;
    const certificate = seen && {
      from: Date.parse(seen.valid_from),
      to: Date.parse(seen.valid_to),
    };
    const header = (name: string) => response.headersDistinct[name];
    const { statusCode: status = 0 } = response;
    text(response)
      .then((answer) => resolve({ status, body: answer, header, from, certificate }), reject)
      .finally(() => sent.destroy());
  });
  sent.end(json);
  return promise;
}
