import {
  CourierFile,
  COURIER_ALGORITHM,
  COURIER_ENCRYPTION,
  SealedHeader,
} from '@sunloop/shared-types/referrals/courier.ts';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import * as v from 'valibot';
import type { ServerKey } from '../../ground/keys/service.ts';

export type Opened =
  { kind: 'opened'; key: ServerKey; handover: CourierFile } | { kind: 'tampered' | 'unknown_key' };

/** Nothing else is opened with our keys; nothing is unpacked, which could become larger than any body we take. */
const OPTIONS = {
  keyManagementAlgorithms: [COURIER_ALGORITHM],
  contentEncryptionAlgorithms: [COURIER_ENCRYPTION],
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
    const courierFile = v.parse(CourierFile, JSON.parse(new TextDecoder().decode(plaintext)));
    // Outside stands how many there are, for whoever carries them.
    if (courierFile.rows.length !== header.rows) return { kind: 'tampered' };
    return { kind: 'opened', key, handover: courierFile };
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
