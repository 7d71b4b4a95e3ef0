import {
  createCipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

interface Sealing {
  /** What `GET /api/user` told the device as `handover`. */
  readonly credential: string;
  readonly owner: string;
  readonly rows: readonly unknown[];
  /** Instead of what the credential says. */
  readonly claims?: Record<string, unknown>;
}

const rawOf = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');

/** Seals as the app does (docs/design.md, Courier). */
export function sealHandover({ credential, owner, rows, claims = {} }: Sealing): string {
  const [keyId = '', x = '', generation, token] = credential.split('.');
  const own = generateKeyPairSync('x25519');
  const jwk = { kty: 'OKP', crv: 'X25519', x };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const secret = diffieHellman({ privateKey: own.privateKey, publicKey });
  const salt = Buffer.concat([rawOf(own.publicKey), rawOf(publicKey)]);
  const derived = Buffer.from(hkdfSync('sha256', secret, salt, 'sunloop-handover-1', 44));
  const head = `sunloop-handover-1.${keyId}.${rows.length}`;
  const cipher = createCipheriv('aes-256-gcm', derived.subarray(0, 32), derived.subarray(32));
  cipher.setAAD(Buffer.from(head));
  const text = JSON.stringify({ owner, generation: Number(generation), token, rows, ...claims });
  const sealed = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  return [head, rawOf(own.publicKey).toString('base64url'), sealed.toString('base64url')].join('.');
}
