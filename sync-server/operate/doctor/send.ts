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
  /** A header's value; undefined if it did not come. */
  readonly header: (name: string) => string | undefined;
  /** The address we came from. */
  readonly from: string | undefined;
  /** When the certificate ends; undefined without TLS. */
  readonly certificateEnds: Date | undefined;
}

interface Given {
  readonly headers?: Readonly<Record<string, string>>;
  /** Posted as JSON. */
  readonly body?: unknown;
}

/** Asks a running installation as a visitor does. Throws if no answer comes, also for a certificate that is not valid. */
export async function send(url: URL, { headers = {}, body }: Given = {}): Promise<Sent> {
  const { address } = await lookup(url.hostname);
  const isHere = address.startsWith('127.') && process.platform === 'linux';
  const request = url.protocol === 'https:' ? requestTls : requestPlain;
  const sent = request(url, {
    method: body === undefined ? 'GET' : 'POST',
    agent: false,
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(isHere && { localAddress: OWN_LOOPBACK, family: 4 }),
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  sent.once('error', reject);
  sent.once('response', (response) => {
    // Asked now: with the answer's end the connection goes.
    const { localAddress: from } = response.socket;
    const certificate =
      response.socket instanceof TLSSocket ? response.socket.getPeerCertificate() : undefined;
    const header = (name: string) => response.headersDistinct[name]?.[0];
    const certificateEnds = certificate && new Date(certificate.valid_to);
    const { statusCode: status = 0 } = response;
    text(response).then(
      (answer) => resolve({ status, body: answer, header, from, certificateEnds }),
      reject,
    );
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}
