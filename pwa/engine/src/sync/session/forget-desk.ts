import { noteSyncState, patchSyncState, readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';

/** Where every read of the admin's desk begins. */
export const DESK_PATH = '/api/admin/';

/** Forgets every answer of the desk, because somebody named in any of them was erased. */
export async function forgetDesk(db: UserDb): Promise<void> {
  await withReopen(db, () =>
    db.transaction('rw', db.resources, db.sync, async () => {
      await db.resources.where('path').startsWith(DESK_PATH).delete();
      await patchSyncState(db, ({ writes }) => ({ writes: writes + 1 }));
    }),
  );
}

/** Forgets the desk if the server has erased somebody since this device last heard (rule 35). */
export async function forgetErasedOthers(db: UserDb, erasedUsers: number): Promise<void> {
  if (erasedUsers === (await readSyncState(db)).erasedUsers) return;
  await forgetDesk(db);
  await noteSyncState(db, { erasedUsers });
}
