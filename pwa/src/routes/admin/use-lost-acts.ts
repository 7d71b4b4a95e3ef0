import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { readSyncState } from '../../data/sync-state.ts';
import { checkDoneActs } from '../../sync/acts.ts';
import type { Session } from '../shell/session-context.ts';

/**
 * Looks after acts that the server may have lost, when its database was started again and whenever it is heard; they appear
 * as conflicts in Status Management.
 */
export function useLostActs({ db, user: { epoch } }: Session): void {
  const heardAt = useLiveQuery(async () => (await readSyncState(db)).lastSyncAt, [db]);
  useEffect(() => {
    if (epoch === undefined || heardAt === undefined) return;
    checkDoneActs(db).catch((error: unknown) => console.error('Acts could not be checked:', error));
  }, [db, epoch, heardAt]);
}
