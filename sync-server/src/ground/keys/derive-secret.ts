import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { ServerKey } from './service.ts';

/** A secret for one purpose that only whoever has the key's private half can derive: no other is needed, and it turns with it. */
export function deriveSecret({ privateKey }: ServerKey, purpose: string): KeyObject {
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' });
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
}
