import {
  createServer,
  request,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { onTestFinished } from 'vitest';

export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** What a proxy does to a request that it passes on to `pass`. */
export type Proxy = (
  asked: IncomingMessage & { text: Buffer },
  pass: () => Promise<Answer>,
) => Promise<Answer>;

export const passOn: Proxy = (_asked, pass) => pass();

/** A certificate's name, from and to when it holds, in days from now, and whether we trust its issuer. */
interface Certificate {
  readonly name?: string;
  readonly from?: number;
  readonly to?: number;
  readonly isTrusted?: boolean;
}

/** Puts a proxy before a server until the test is over, with TLS if it has a certificate; answers where it listens. */
export async function putBefore(url: string, proxy: Proxy, tls?: Certificate): Promise<URL> {
  const handle = (asked: IncomingMessage, response: ServerResponse) => {
    const answer = async () => {
      const text = await buffer(asked);
      const pass = () => askBehind(new URL(asked.url ?? '', url), asked, text);
      const { status, headers, body } = await proxy(Object.assign(asked, { text }), pass);
      response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
    };
    answer().catch(() => response.destroy());
  };
  const server = tls ? createTlsServer(await certify(tls), handle) : createServer(handle);
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return new URL(`${tls ? 'https' : 'http'}://localhost:${port}`);
}

async function askBehind(url: URL, { method, headers: asked }: IncomingMessage, text: Buffer) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(url, { method, headers: asked, agent: false }, resolve).on('error', reject).end(text);
  const response = await promise;
  const headers = without(response.headers, 'transfer-encoding');
  return { status: response.statusCode ?? 502, headers, body: await buffer(response) };
}

export const without = (headers: OutgoingHttpHeaders, name: string): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));

const MS_A_DAY = 86_400_000;

async function certify(certificate: Certificate) {
  const { name = 'localhost', from = -60, to = 30, isTrusted = true } = certificate;
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    notBeforeDate: new Date(Date.now() + from * MS_A_DAY),
    notAfterDate: new Date(Date.now() + to * MS_A_DAY),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  });
  if (isTrusted) {
    const before = getCACertificates();
    onTestFinished(() => setDefaultCACertificates(before));
    setDefaultCACertificates([...before, cert]);
  }
  return { key, cert };
}
