import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  receiptPersonText,
  receiptRoutes,
  receiptParts,
} from '@sunloop/shared-types/referrals/receipts.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type { RouteAnswer } from '@sunloop/shared-types/route.ts';
import { jsonAnswer } from './fake-answers.ts';
import type { FakeServer } from './fake-server.ts';

/** Signs receipts as the server does, by a key of its own. */
export function receiptSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(x).digest('hex').slice(0, 8);
  const receiptOf = (row: Referral): string => {
    const { header, payload } = receiptParts({
      code: row.id.replaceAll('-', '').slice(-10).toUpperCase(),
      referralId: row.id,
      personHash: createHash('sha256').update(receiptPersonText(row)).digest('hex'),
      takenAt: row.date,
      receivedAt: row.createdAt,
      termsAt: '2026-01-01T00:00:00.000Z',
      keyId: kid,
    });
    const signed = [JSON.stringify(header), payload]
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
  };
  return { key: { kty: 'OKP', crv: 'Ed25519', kid, x } as const, receiptOf };
}

/** Has the server give receipts of what it holds, of all that are asked for. */
export function giveReceipts(server: FakeServer, signer = receiptSigner()): void {
  server.more.set(receiptRoutes.receipts.path, (_, { body }) => {
    const { ids } = body as { ids: string[] };
    const rows = ids.flatMap((id) => server.rows.get(id) ?? []);
    const receipts = rows.map((row) => signer.receiptOf(row));
    return jsonAnswer({ receipts, keys: [signer.key] } satisfies RouteAnswer<
      typeof receiptRoutes.receipts
    >);
  });
}
