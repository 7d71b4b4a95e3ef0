import { customerRoutes, type Referral } from '@sunloop/shared-types';
import type { UserDb } from '../../data/user-db.ts';
import { REFERRALS_PATH } from './referral-versions.ts';
import { touchResources } from './store-answer.ts';

/**
 * Drops what else the device keeps of friends who were forgotten, whose rows have no email: the office's notes, their names in
 * the log and, by asking again, in the ledger. The caller's transaction holds `log` and `resources`.
 */
export async function dropForgotten(db: UserDb, rows: readonly Referral[]): Promise<void> {
  for (const { id, name } of rows.filter(({ email }) => !email)) {
    await db.resources.delete(`${REFERRALS_PATH}/${id}/notes`);
    await touchResources(db, [customerRoutes.rewardHistory.path]);
    // A line is named after its first row.
    await db.log.filter(({ rowIds }) => rowIds[0] === id).modify({ name });
  }
}
