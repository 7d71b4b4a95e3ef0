import { createHash, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';

/** What a key pair of the server is for. */
export type KeyKind = 'receipt' | 'push' | 'handover';

/** A new pair as it is stored: the public key raw (a P-256 point uncompressed), the private one as PKCS #8 DER. */
export interface MadeKey {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly privateKey: Buffer;
}

const MAKE = {
  receipt: () => generateKeyPairSync('ed25519'),
  handover: () => generateKeyPairSync('x25519'),
  push: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
} satisfies Record<KeyKind, () => { publicKey: KeyObject; privateKey: KeyObject }>;

/** The sign of an uncompressed point (SEC 1, section 2.3.3). */
const UNCOMPRESSED = Buffer.from([4]);
const ID_DIGITS = 8;

export function makeKey(kind: KeyKind): MadeKey {
  const pair = MAKE[kind]();
  const publicKey = rawOf(pair.publicKey.export({ format: 'jwk' }));
  const privateKey = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
  const id = createHash('sha256').update(publicKey).digest('hex').slice(0, ID_DIGITS);
  return { id, publicKey, privateKey };
}

function rawOf({ x = '', y }: JsonWebKey): Buffer {
  const first = Buffer.from(x, 'base64url');
  return y === undefined
    ? first
    : Buffer.concat([UNCOMPRESSED, first, Buffer.from(y, 'base64url')]);
}
