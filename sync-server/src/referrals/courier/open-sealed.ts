import {
  Handover,
  HANDOVER_ALGORITHM,
  HANDOVER_ENCRYPTION,
  SealedHeader,
} from '@sunloop/shared-types/referrals/courier.ts';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import * as v from 'valibot';
import type { ServerKey } from '../../ground/keys/service.ts';

export type Opened =
  { kind: 'opened'; key: ServerKey; handover: Handover } | { kind: 'tampered' | 'unknown_key' };

/** Nothing else is opened with our keys; nothing is unpacked, which could become larger than any body we take. */
const OPTIONS = {
  keyManagementAlgorithms: [HANDOVER_ALGORITHM],
  contentEncryptionAlgorithms: [HANDOVER_ENCRYPTION],
  maxDecompressedLength: 0,
};

/** Opens a sealed file with the key it names (docs/design.md, Courier). Whatever was changed on the way is `tampered`. */
export async function openSealed(sealed: string, keys: readonly ServerKey[]): Promise<Opened> {
  const header = readHeader(sealed);
  if (!header) return { kind: 'tampered' };
  const key = keys.find(({ id }) => id === header.kid);
  if (!key) return { kind: 'unknown_key' };
  try {
    const { plaintext } = await compactDecrypt(sealed, key.privateKey, OPTIONS);
    const handover = v.parse(Handover, JSON.parse(new TextDecoder().decode(plaintext)));
    // Outside stands how many there are, for whoever carries them.
    if (handover.rows.length !== header.rows) return { kind: 'tampered' };
    return { kind: 'opened', key, handover };
  } catch {
    // A point of no use, a tag that does not fit, or what no app of ours seals: all of it is somebody's doing.
    return { kind: 'tampered' };
  }
}

function readHeader(sealed: string): SealedHeader | undefined {
  try {
    return v.parse(SealedHeader, decodeProtectedHeader(sealed));
  } catch {
    return undefined;
  }
}
