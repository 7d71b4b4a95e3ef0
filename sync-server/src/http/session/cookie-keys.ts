import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

export interface CookieKeys {
  sign(text: string): string;
  /** Index of the key that signed it; -1 for none. */
  index(text: string, signature: string): number;
  verify(text: string, signature: string): boolean;
}

/** Signatures of devices that call every few seconds; some 150 bytes each. */
const KNOWN_MAX = 10_000;

/**
 * Signs cookies by SHA-256 with the first key and accepts signatures by all, as Keygrip does and in its format; also those by
 * SHA-1, as all were once, which get a new one when their cookie does. Keygrip itself compares two further digests under a random key, which takes a seventh of
 * the server's time for a small read; computing the digest again for each call still takes a twentieth, so
 * signatures that were right are remembered.
 */
export function cookieKeys(keys: readonly string[]): CookieKeys {
  const signs = keys.map((key) => signBy('sha256', key));
  const oldSigns = keys.map((key) => signBy('sha1', key));
  const [sign] = signs;
  if (!sign) throw new Error('there is no key to sign cookies with');
  const known = new Map<string, number>();
  const index = (text: string, signature: string) => {
    const both = `${signature.length} ${signature}${text}`;
    const before = known.get(both);
    if (before !== undefined) return before;
    const isBy = (signAgain: (text: string) => string) => isSame(signAgain(text), signature);
    const now = signs.findIndex(isBy);
    const found = now < 0 ? oldSigns.findIndex(isBy) : now;
    // Only what is right, so that guesses take no memory.
    if (found >= 0) remember(known, both, found);
    return found;
  };
  return { sign, index, verify: (text, signature) => index(text, signature) >= 0 };
}

function signBy(algorithm: 'sha256' | 'sha1', key: string): (text: string) => string {
  const secret = createSecretKey(Buffer.from(key));
  return (text) => createHmac(algorithm, secret).update(text).digest('base64url');
}

/** Forgets the oldest ones beyond `KNOWN_MAX`. */
function remember(known: Map<string, number>, both: string, index: number): void {
  if (known.size >= KNOWN_MAX) known.delete(known.keys().next().value ?? '');
  known.set(both, index);
}

function isSame(ours: string, given: string): boolean {
  const bytes = Buffer.from(given);
  // In constant time, so that nothing reveals how much of it is right.
  return bytes.length === ours.length && timingSafeEqual(bytes, Buffer.from(ours));
}
