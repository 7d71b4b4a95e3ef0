import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

export interface CookieKeys {
  sign(text: string): string;
  /** Index of the key that signed it; -1 for none. */
  index(text: string, signature: string): number;
  verify(text: string, signature: string): boolean;
}

/**
 * Signs cookies with the first key and accepts signatures by all, as Keygrip does and in its
 * format. Keygrip itself compares two further digests under a random key, which takes a seventh of
 * the server's time for a small read.
 */
export function cookieKeys(keys: readonly string[]): CookieKeys {
  const signs = keys.map((key) => {
    const secret = createSecretKey(Buffer.from(key));
    return (text: string) => createHmac('sha1', secret).update(text).digest('base64url');
  });
  const [sign] = signs;
  if (!sign) throw new Error('there is no key to sign cookies with');
  const index = (text: string, signature: string) =>
    signs.findIndex((signAgain) => isSame(signAgain(text), signature));
  return { sign, index, verify: (text, signature) => index(text, signature) >= 0 };
}

function isSame(ours: string, given: string): boolean {
  const bytes = Buffer.from(given);
  // In constant time, so that nothing reveals how much of it is right.
  return bytes.length === ours.length && timingSafeEqual(bytes, Buffer.from(ours));
}
