import { CompactEncrypt } from 'jose';

interface Sealing {
  /** What `GET /api/user` told the device as `handover`. */
  readonly credential: string;
  readonly owner: string;
  readonly rows: readonly unknown[];
  /** Instead of what the credential says. */
  readonly claims?: Record<string, unknown>;
}

/** Seals as the app does (docs/design.md, Courier). */
export async function sealForCourier({
  credential,
  owner,
  rows,
  claims = {},
}: Sealing): Promise<string> {
  const [kid = '', x = '', generation, token] = credential.split('.');
  const text = JSON.stringify({ owner, generation: Number(generation), token, rows, ...claims });
  return new CompactEncrypt(Buffer.from(text))
    .setProtectedHeader({
      typ: 'sunloop-handover',
      alg: 'ECDH-ES',
      enc: 'A256GCM',
      kid,
      rows: rows.length,
    })
    .encrypt({ kty: 'OKP', crv: 'X25519', x });
}
