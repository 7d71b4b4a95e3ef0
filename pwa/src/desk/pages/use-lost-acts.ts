import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { useEffect } from 'react';
import { readSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { useUserDb } from '../../stored/user-db.ts';
import { checkDoneActs } from '@sunloop/engine/acts.ts';
import { useStored } from '../../stored/use-stored.ts';

const readHeardAt = async (db: UserDb) => (await readSyncState(db)).lastSyncAt;

/**
 * Looks after acts that the server may have lost, when its database was started again and whenever it is heard; they appear
 * as conflicts in Status Management.
 */
export function useLostActs({ epoch }: CurrentUser): void {
  const db = useUserDb();
  const heardAt = useStored(readHeardAt);
  useEffect(() => {
    if (epoch === undefined || heardAt === undefined) return;
    checkDoneActs(db).catch((error: unknown) => console.error('Acts could not be checked:', error));
  }, [db, epoch, heardAt]);
}
