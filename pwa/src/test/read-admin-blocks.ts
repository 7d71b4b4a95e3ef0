import type { AdminReferral } from '@sunloop/shared-types';
import { applyAdminChange, loadAdminBlocks, readAdminChanges } from '../data/admin-blocks.ts';
import type { UserDb } from '../data/user-db.ts';

/** Everybody's referrals as a device holds them, in no order. */
export async function readAdminBlocks(db: UserDb): Promise<AdminReferral[]> {
  const found = new Map<string, AdminReferral>();
  await db.transaction('r', db.adminBlocks, async () => {
    const meta = await loadAdminBlocks(db, (rows) => rows.forEach((row) => found.set(row.id, row)));
    const changes = await readAdminChanges(db, { after: 0, upTo: meta?.changes ?? 0 });
    changes.forEach((change) => applyAdminChange(found, change));
  });
  return [...found.values()];
}
