import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { receiptPath } from '../../data/receipt-path.ts';
import type { UserDb } from '../../data/user-db.ts';
import { REFERRALS_PATH } from './referral-versions.ts';

/**
 * Drops what else the device keeps of friends who were forgotten, whose rows have no email: the office's notes, the receipt,
 * the ledger, which is then asked for again, and their names in the log. The caller's transaction holds `log` and `resources`.
 */
export async function dropForgotten(db: UserDb, rows: readonly Referral[]): Promise<void> {
  for (const { id, name, email } of rows) {
    if (email) continue;
    await db.resources.bulkDelete([
      `${REFERRALS_PATH}/${id}/notes`,
      receiptPath(id),
      customerRoutes.rewardHistory.path,
    ]);
    // A line is named after its first row.
    await db.log.filter(({ rowIds }) => rowIds[0] === id).modify({ name });
  }
}
