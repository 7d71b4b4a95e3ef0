import { PUSH_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import { readReceipt, receiptRoutes } from '@sunloop/shared-types/referrals/receipts.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type { RouteAnswer } from '@sunloop/shared-types/route.ts';
import { isProblem } from '../../api/problems.ts';
import { readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { readKeptReceipt } from '../../data/kept-receipts.ts';
import { receiptPath, type ReceiptPlace } from '../../data/receipt-path.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { callAsUser } from '../answers/note-verdict.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';

/**
 * Asks for the receipts that this device lacks of these stored referrals, 500 at a time, and keeps them. Returns whether it
 * could ask; one that the server does not give is not kept.
 */
export async function fetchReceipts(
  db: UserDb,
  rows: readonly Pick<Referral, 'id' | 'createdAt'>[],
  { place = 'own', deps = realDeps }: { place?: ReceiptPlace; deps?: SyncDeps } = {},
): Promise<boolean> {
  const missing: string[] = [];
  for (const { id, createdAt } of rows) {
    const kept = await readKeptReceipt(db, id, place);
    const receivedAt = kept && readReceipt(kept.text)?.receivedAt;
    // A server that was put back, to which the referral was sent again, received it later: the earlier one stays.
    if (!receivedAt || receivedAt > createdAt) missing.push(id);
  }
  try {
    while (missing.length > 0) {
      const body = { ids: missing.splice(0, PUSH_MAX_ROWS) };
      const { data } = await callAsUser(db, receiptRoutes.receipts, { body }, deps);
      await store(db, data, { place, now: deps.now() });
    }
    return true;
  } catch (error) {
    if (!isProblem(error)) throw error;
    return false;
  }
}

/** Never into a database whose user has signed out meanwhile. */
async function store(
  db: UserDb,
  { receipts, keys }: RouteAnswer<typeof receiptRoutes.receipts>,
  { place, now }: { place: ReceiptPlace; now: number },
): Promise<void> {
  const kept = receipts.flatMap((text) => {
    const { referralId = '', keyId } = readReceipt(text) ?? {};
    const key = keys.find(({ kid }) => kid === keyId);
    if (!key) return [];
    return {
      path: receiptPath(referralId, place),
      data: { text, key },
      etag: null,
      fetchedAt: now,
    };
  });
  await withReopen(db, () =>
    db.transaction('rw', db.resources, db.sync, async () => {
      if ((await readSyncState(db)).isOpen) await db.resources.bulkPut(kept);
    }),
  );
}
