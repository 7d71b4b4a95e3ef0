import { ReceiptKey } from '@sunloop/shared-types/referrals/receipts.ts';
import * as v from 'valibot';
import { receiptPath, type ReceiptPlace, RECEIPTS } from './receipt-path.ts';
import type { UserDb } from './user-db.ts';
import { withReopen } from './with-reopen.ts';

export { receiptPath, type ReceiptPlace } from './receipt-path.ts';

/** A receipt as text, and the public key that verifies it. */
const KeptReceipt = v.object({ text: v.string(), key: ReceiptKey });
export type KeptReceipt = v.InferOutput<typeof KeptReceipt>;

/** A referral's receipt, if this device has it; null otherwise. A Dexie read, for a live query. */
export async function readKeptReceipt(
  db: UserDb,
  id: string,
  place?: ReceiptPlace,
): Promise<KeptReceipt | null> {
  const row = await withReopen(db, () => db.resources.get(receiptPath(id, place)));
  const parsed = v.safeParse(KeptReceipt, row?.data);
  return parsed.success ? parsed.output : null;
}

/** The receipts of one's own rows that this device has: few, so it is not asked for each row. */
export async function readReceiptTexts(
  db: UserDb,
  rows: readonly { id: string }[],
): Promise<string[]> {
  const wanted = new Set(rows.map(({ id }) => receiptPath(id)));
  const kept = await withReopen(db, async () => {
    const paths = await db.resources.where('path').startsWith(`${RECEIPTS.own}/`).primaryKeys();
    return db.resources.bulkGet(paths.filter((path) => wanted.has(path)));
  });
  return kept.flatMap((row) => (v.is(KeptReceipt, row?.data) ? row.data.text : []));
}
