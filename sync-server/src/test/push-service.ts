import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { DeviceNotice, type PushSubscriptionForm } from '@sunloop/shared-types/messages/push.ts';
import { generate } from 'selfsigned';
import * as v from 'valibot';
import type { Push } from '../messages/mail/mail-state.ts';

/** A push message as the browser gets it, and how it came. */
interface Pushed {
  readonly endpoint: string;
  readonly headers: IncomingHttpHeaders;
  readonly notice: DeviceNotice;
  /** What our signature says, once it was verified. */
  readonly claims: Readonly<Record<string, unknown>>;
}

type Keys = Omit<PushSubscriptionForm, 'serverKey'>;

export interface PushService {
  readonly ca: string;
  readonly port: number;
  readonly pushed: readonly Pushed[];
  /** What it answers for an endpoint; 201 by itself. */
  answer: (endpoint: string) => {
    status: number;
    headers?: Record<string, string>;
    /** What it says after its head, as long as it is listened to. */
    body?: Readable;
  };
  /** Who was asked to take a message, also if there was no answer. */
  readonly asked: readonly string[];
  /** What the answer for an endpoint waits for. */
  hold: (endpoint: string) => Promise<void> | undefined;
  /** A browser's new subscription. */
  subscribe(): Keys;
  close(): Promise<void>;
}

/** A real push service on loopback, which opens messages as browsers do (RFC 8291, RFC 8292). */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const pushed: Pushed[] = [];
  const askedFor: string[] = [];
  const names = { type: 2, value: 'localhost' } as const;
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [names] }],
  });
  const server = createServer({ key, cert }, (asked, answered) => {
    const take = async () => {
      const body = await buffer(asked);
      const endpoint = `${originOf(server)}${asked.url}`;
      askedFor.push(endpoint);
      await service.hold(endpoint);
      const { status, headers, body: said } = service.answer(endpoint);
      const browser = browsers.get(endpoint);
      if (status === 201 && browser) {
        const notice = v.parse(DeviceNotice, JSON.parse(open(body, browser).toString()));
        const claims = readSignature(asked.headers.authorization ?? '');
        pushed.push({ endpoint, headers: asked.headers, notice, claims });
      }
      answered.writeHead(status, headers);
      if (said) await pipeline(said, answered);
      else answered.end();
    };
    take().catch((error: unknown) => {
      if (!answered.headersSent) answered.writeHead(400).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const service: PushService = {
    ca: cert,
    port: (server.address() as AddressInfo).port,
    pushed,
    asked: askedFor,
    hold: () => undefined,
    answer: () => ({ status: 201 }),
    subscribe: () => {
      const browser = makeBrowser();
      const endpoint = `${originOf(server)}/push/${randomBytes(8).toString('hex')}`;
      browsers.set(endpoint, browser);
      const p256dh = browser.ecdh.getPublicKey('base64url');
      return { endpoint, p256dh, auth: browser.auth.toString('base64url') };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

const originOf = (server: Server) => `https://localhost:${(server.address() as AddressInfo).port}`;

/** Push as a server would be set up with this push service. */
export const pushTo = (ca: string): Push => ({
  origin: 'https://sun.example',
  keys: ['test key'],
  from: { name: 'Sunloop', address: 'office@sun.example' },
  mayBePrivate: true,
  ca,
});

/** What only the browser has. */
export interface Browser {
  readonly ecdh: ReturnType<typeof createECDH>;
  readonly auth: Buffer;
}

function makeBrowser(): Browser {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { ecdh, auth: randomBytes(16) };
}

const SALT = 16;
const TAG = 16;

/** RFC 8291, section 3.4, and RFC 8188, section 2: one record. */
export function open(body: Buffer, { ecdh, auth }: Browser): Buffer {
  const salt = body.subarray(0, SALT);
  const keyEnd = SALT + 5 + (body[SALT + 4] ?? 0);
  const theirs = body.subarray(SALT + 5, keyEnd);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs]);
  const ikm = derive(ecdh.computeSecret(theirs), { salt: auth, info, length: 32 });
  const part = (name: string, length: number) =>
    derive(ikm, { salt, info: Buffer.from(`Content-Encoding: ${name}\0`), length });
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  decipher.setAuthTag(body.subarray(-TAG));
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -TAG)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

function derive(
  secret: Buffer,
  { salt, info, length }: { salt: Buffer; info: Buffer; length: number },
): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** The claims of `vapid t=…, k=…`, whose signature must be that key's. */
function readSignature(authorization: string): Record<string, unknown> {
  const { token = '', key = '' } =
    /^vapid t=(?<token>[^,]+), k=(?<key>[\w-]+)$/.exec(authorization)?.groups ?? {};
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [
    point.subarray(1, 33).toString('base64url'),
    point.subarray(33).toString('base64url'),
  ];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const text = Buffer.from(`${head}.${claims}`);
  const given = Buffer.from(signature, 'base64url');
  if (!verify('sha256', text, { key: publicKey, dsaEncoding: 'ieee-p1363' }, given))
    throw new Error('the signature is not of this key');
  return { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), key };
}
