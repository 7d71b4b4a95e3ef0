import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

// NIST SP 800-38D: a nonce of 96 bits, a tag of 128.
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (key: string) =>
  Buffer.from(hkdfSync('sha256', key, '', 'sunloop one-time codes', 32));

/** Seals a secret with the first key; only together with `whose` can it be opened. */
export function seal([key = '']: readonly string[], secret: string, whose: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(key), nonce).setAAD(Buffer.from(whose));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Opens what was sealed with one of the keys; undefined if none of them fits. */
export function unseal(keys: readonly string[], sealed: string, whose: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  for (const key of keys) {
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, keyOf(key), nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(whose))
      .setAuthTag(tag);
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8');
    try {
      return text + decipher.final('utf8');
    } catch {
      // Not this key: the tag does not fit. The next one may.
    }
  }
  return undefined;
}
