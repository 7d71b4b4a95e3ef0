import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { readSyncState } from '@sunloop/engine/data/sync-state.ts';
import { checkDoneActs } from '@sunloop/engine/acts.ts';
import type { Session } from '../../routes/shell/session-context.ts';

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
