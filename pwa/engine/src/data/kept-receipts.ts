import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { ReceiptKey } from '@sunloop/shared-types/referrals/receipts.ts';
import * as v from 'valibot';
import type { UserDb } from './user-db.ts';
import { withReopen } from './with-reopen.ts';

/** A receipt as text, and the public key that verifies it. */
const KeptReceipt = v.object({ text: v.string(), key: ReceiptKey });
export type KeptReceipt = v.InferOutput<typeof KeptReceipt>;

/** Whose referrals: one's own, or those of the desk, whose answers an admin's device forgets together. */
export type ReceiptPlace = 'own' | 'desk';

const LISTS = { own: customerRoutes.listReferrals.path, desk: '/api/admin/referrals' } as const;

/** Under which path of `resources` a referral's receipt is kept. */
export const receiptPath = (id: string, place: ReceiptPlace = 'own') =>
  `${LISTS[place]}/${id}/receipt`;

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
    const paths = await db.resources.where('path').startsWith(`${LISTS.own}/`).primaryKeys();
    return db.resources.bulkGet(paths.filter((path) => wanted.has(path)));
  });
  return kept.flatMap((row) => (v.is(KeptReceipt, row?.data) ? row.data.text : []));
}
