import type { AdminReferral } from '@sunloop/shared-types';
import { applyAdminChange, readAdminChanges, readAdminMeta } from './admin-blocks.ts';
import { unpackRows } from './admin-rows.ts';
import type { UserDb } from './user-db.ts';

/** Referrals of any user by their ids, as far as this device holds them; reads only their blocks. */
export function findAdminReferrals(
  db: UserDb,
  ids: readonly string[],
): Promise<Map<string, AdminReferral>> {
  return db.transaction('r', db.adminBlocks, async () => {
    const wanted = new Set(ids);
    const found = new Map<string, AdminReferral>();
    const meta = await readAdminMeta(db);
    if (!meta || wanted.size === 0) return found;
    const keys = new Set(ids.map((id) => id.slice(-2).toLowerCase()));
    for (const key of keys) {
      const block = await db.adminBlocks.get(key);
      for (const row of block ? unpackRows(block.text) : []) {
        if (wanted.has(row.id)) found.set(row.id, row);
      }
    }
    for (const change of await readAdminChanges(db, { after: 0, upTo: meta.changes })) {
      applyAdminChange(found, { ...change, rows: change.rows.filter(({ id }) => wanted.has(id)) });
    }
    return found;
  });
}
