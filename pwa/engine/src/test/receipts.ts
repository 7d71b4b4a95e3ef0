import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  readReceipt,
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
  const receiptOf = (row: Referral, receivedAt = row.createdAt): string => {
    const { header, payload } = receiptParts({
      code: row.id.replaceAll('-', '').slice(-10).toUpperCase(),
      referralId: row.id,
      personHash: personHashOf(row),
      takenAt: row.date,
      receivedAt,
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

/** What stands in a receipt for the person of a row. */
export const personHashOf = (row: Parameters<typeof receiptPersonText>[0]) =>
  createHash('sha256').update(receiptPersonText(row)).digest('hex');

/**
 * Has the server give receipts of what it holds, of all that are asked for, and believe earlier ones that come along with
 * what it had lost. Returns when a row that it holds was first received, as far as it knows.
 */
export function giveReceipts(
  server: FakeServer,
  signer = receiptSigner(),
): (row: Referral) => string {
  /** By the row as it came, because it may be lost and come again. */
  const believed = new Map<string, string>();
  const keyOf = ({ id, createdAt }: Referral) => `${id} ${createdAt}`;
  const firstReceived = (row: Referral) => believed.get(keyOf(row)) ?? row.createdAt;
  server.believe = (receipts) => {
    for (const text of receipts) {
      const { referralId = '', personHash, receivedAt = '' } = readReceipt(text) ?? {};
      const row = server.rows.get(referralId);
      if (!row || personHash !== personHashOf(row) || receivedAt >= firstReceived(row)) continue;
      believed.set(keyOf(row), receivedAt);
    }
  };
  server.more.set(receiptRoutes.receipts.path, (_, { body }) => {
    const { ids } = body as { ids: string[] };
    const rows = ids.flatMap((id) => server.rows.get(id) ?? []);
    const receipts = rows.map((row) => signer.receiptOf(row, firstReceived(row)));
    return jsonAnswer({ receipts, keys: [signer.key] } satisfies RouteAnswer<
      typeof receiptRoutes.receipts
    >);
  });
  return firstReceived;
}
