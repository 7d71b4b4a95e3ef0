import { createDecipheriv, createPublicKey, diffieHellman, hkdfSync } from 'node:crypto';
import {
  Handover,
  HANDOVER_HEAD,
  HANDOVER_KEY_BYTES,
  HANDOVER_NONCE_BYTES,
} from '@sunloop/shared-types';
import * as v from 'valibot';
import type { ServerKey } from '../keys/service.ts';

const TAG_BYTES = 16;
const PARTS = 5;

export type Opened =
  { kind: 'opened'; key: ServerKey; handover: Handover } | { kind: 'tampered' | 'unknown_key' };

/** Opens a sealed file with the key it names (docs/design.md, Courier). Whatever was changed on the way is `tampered`. */
export function openSealed(sealed: string, keys: readonly ServerKey[]): Opened {
  const parts = sealed.split('.');
  const [head, keyId, count, ephemeral = '', box = ''] = parts;
  if (head !== HANDOVER_HEAD || parts.length !== PARTS) return { kind: 'tampered' };
  const key = keys.find(({ id }) => id === keyId);
  if (!key) return { kind: 'unknown_key' };
  try {
    const text = decrypt(key, { head: `${head}.${keyId}.${count}`, ephemeral, box });
    const handover = v.parse(Handover, JSON.parse(text));
    // Outside stands how many there are, for whoever carries them.
    if (String(handover.rows.length) !== count) return { kind: 'tampered' };
    return { kind: 'opened', key, handover };
  } catch {
    // A point of no use, a tag that does not fit, or what no app of ours seals: all of it is somebody's doing.
    return { kind: 'tampered' };
  }
}

interface Box {
  readonly head: string;
  readonly ephemeral: string;
  readonly box: string;
}

function decrypt(key: ServerKey, { head, ephemeral, box }: Box): string {
  const [theirs, sealed] = [bytesOf(ephemeral), bytesOf(box)];
  const jwk = { kty: 'OKP', crv: 'X25519', x: ephemeral };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const secret = diffieHellman({ privateKey: key.privateKey, publicKey });
  const salt = Buffer.concat([theirs, key.publicKey]);
  const length = HANDOVER_KEY_BYTES + HANDOVER_NONCE_BYTES;
  const derived = Buffer.from(hkdfSync('sha256', secret, salt, HANDOVER_HEAD, length));
  const decipher = createDecipheriv(
    'aes-256-gcm',
    derived.subarray(0, HANDOVER_KEY_BYTES),
    derived.subarray(HANDOVER_KEY_BYTES),
    { authTagLength: TAG_BYTES },
  )
    .setAAD(Buffer.from(head))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return (
    decipher.update(sealed.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  );
}

/** Only in the one spelling these bytes have, so that no altered sign passes. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw new Error('not base64url');
  return bytes;
}
