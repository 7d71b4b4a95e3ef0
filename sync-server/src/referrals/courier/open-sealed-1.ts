import { createDecipheriv, createPublicKey, diffieHellman, hkdfSync } from 'node:crypto';
import { CourierFile } from '@sunloop/shared-types/referrals/courier.ts';
import * as v from 'valibot';
import type { ServerKey } from '../../ground/keys/service.ts';
import type { Opened } from './open-sealed.ts';

// Files in an envelope of our own, which were sealed before 0.1.0. Version 0.1 still opens them; 0.2.0 no longer does, and
// this file goes then, with its test and `lookAtFormat1` of the app.

/** How such a file begins, and what its keys are derived for. */
const HEAD = 'sunloop-handover-1';
/** Of the two that are derived: an AES-256 key and a nonce of GCM. */
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PARTS = 5;

export const isSealed1 = (sealed: string): boolean => sealed.startsWith(`${HEAD}.`);

/** Opens such a file with the key it names. Whatever was changed on the way is `tampered`. */
export function openSealed1(sealed: string, keys: readonly ServerKey[]): Opened {
  const parts = sealed.split('.');
  const [head, keyId, count, ephemeral = '', box = ''] = parts;
  if (parts.length !== PARTS) return { kind: 'tampered' };
  const key = keys.find(({ id }) => id === keyId);
  if (!key) return { kind: 'unknown_key' };
  try {
    const text = decrypt(key, { head: `${head}.${keyId}.${count}`, ephemeral, box });
    const courierFile = v.parse(CourierFile, JSON.parse(text));
    // Outside stands how many there are, for whoever carries them.
    if (String(courierFile.rows.length) !== count) return { kind: 'tampered' };
    return { kind: 'opened', key, handover: courierFile };
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
  const length = KEY_BYTES + NONCE_BYTES;
  const derived = Buffer.from(hkdfSync('sha256', secret, salt, HEAD, length));
  const decipher = createDecipheriv(
    'aes-256-gcm',
    derived.subarray(0, KEY_BYTES),
    derived.subarray(KEY_BYTES),
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
