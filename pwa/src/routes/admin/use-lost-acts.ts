import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { checkDoneActs } from '../../sync/acts.ts';

/** Whenever the server is heard, looks after acts that it may have lost; they appear as conflicts in Status Management. */
export function useLostActs(db: UserDb): void {
  const heardAt = useLiveQuery(async () => (await readSyncState(db)).lastSyncAt, [db]);
  useEffect(() => {
    if (heardAt === undefined) return;
    checkDoneActs(db).catch((error: unknown) => console.error('Acts could not be checked:', error));
  }, [db, heardAt]);
}
