import {
  COURIER_ALGORITHM,
  COURIER_ENCRYPTION,
  COURIER_TYPE,
  type SealedHeader,
} from '@sunloop/shared-types/referrals/courier.ts';
import { CompactEncrypt } from 'jose/jwe/compact/encrypt';

/** The server's X25519 key as base64url, with the id by which it knows its other half. */
export interface SealingKey {
  keyId: string;
  publicKey: string;
}

/**
 * Seals a text of `count` rows so that only the server can read it and every change is noticed: a compact JWE
 * (docs/design.md, Courier). Loaded when it is needed, because it brings its library along. Throws where the browser has no
 * X25519, or no cryptography at all outside https.
 */
export async function sealForServer(
  { keyId, publicKey }: SealingKey,
  { text, count }: { text: string; count: number },
): Promise<string> {
  // The type stands first: by how it looks there, a file is told for one of ours (`isSealed`), even cut off.
  const header: SealedHeader = {
    typ: COURIER_TYPE,
    alg: COURIER_ALGORITHM,
    enc: COURIER_ENCRYPTION,
    kid: keyId,
    rows: count,
  };
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader(header)
    .encrypt({ kty: 'OKP', crv: 'X25519', x: publicKey });
}
