import { HANDOVER_HEAD, HANDOVER_KEY_BYTES, HANDOVER_NONCE_BYTES } from '@sunloop/shared-types';

/** This browser has no X25519, or no cryptography at all outside https. */
export class CannotSeal extends Error {
  override readonly name = 'CannotSeal';
}

/** The server's key, raw, with the id by which it knows its other half. */
export interface SealingKey {
  keyId: string;
  publicKey: Uint8Array<ArrayBuffer>;
}

const X25519 = { name: 'X25519' };
const BITS = 8;

/**
 * Seals a text of `count` rows so that only the server can read it and every change is noticed: the format of
 * docs/design.md, Courier. `pair` is made anew for each file. Throws `CannotSeal`.
 */
export async function sealForServer(
  { keyId, publicKey }: SealingKey,
  { text, count }: { text: string; count: number },
  pair?: CryptoKeyPair,
): Promise<string> {
  const { privateKey, publicKey: ephemeral } = pair ?? (await makePair());
  const { subtle } = crypto;
  const theirs = await subtle.importKey('raw', publicKey, X25519, false, []);
  const bits = HANDOVER_KEY_BYTES * BITS;
  const secret = await subtle.deriveBits({ ...X25519, public: theirs }, privateKey, bits);
  const ours = new Uint8Array(await subtle.exportKey('raw', ephemeral));
  const info = encode(HANDOVER_HEAD);
  const salt = Uint8Array.of(...ours, ...publicKey);
  const from = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const derived = await subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    from,
    (HANDOVER_KEY_BYTES + HANDOVER_NONCE_BYTES) * BITS,
  );
  const raw = derived.slice(0, HANDOVER_KEY_BYTES);
  const key = await subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  const head = `${HANDOVER_HEAD}.${keyId}.${count}`;
  const sealed = await subtle.encrypt(
    { name: 'AES-GCM', iv: derived.slice(HANDOVER_KEY_BYTES), additionalData: encode(head) },
    key,
    encode(text),
  );
  return `${head}.${toBase64Url(ours)}.${toBase64Url(new Uint8Array(sealed))}`;
}

async function makePair(): Promise<CryptoKeyPair> {
  try {
    // The cast says what this algorithm makes: a pair.
    return (await crypto.subtle.generateKey(X25519, false, ['deriveBits'])) as CryptoKeyPair;
  } catch (error) {
    throw new CannotSeal('This browser cannot seal files', { cause: error });
  }
}

const encode = (text: string) => new TextEncoder().encode(text);

/** So many arguments fit into one call. */
const CHUNK = 8192;

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes of what the server wrote in base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (sign) => sign.codePointAt(0) ?? 0);
}
