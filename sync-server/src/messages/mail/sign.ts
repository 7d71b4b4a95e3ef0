import { createHmac, timingSafeEqual } from 'node:crypto';

/** 32 bytes (base64url) that only somebody with the key can make of this text. */
export function sign(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Whether a signature of this text was made with one of the keys. */
export function isSigned(keys: readonly string[], text: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return keys.some((key) => {
    const made = Buffer.from(sign(key, text));
    return made.length === given.length && timingSafeEqual(made, given);
  });
}
