import type { User } from '@sunloop/shared-types/ground/user.ts';
import { useEffect, useState } from 'react';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { isAllKept } from '@sunloop/engine/read.ts';
import { useStored } from '../../stored/use-stored.ts';

/** Whether all pages open without signal and show something, because the app and a customer's data are stored. */
export function useOfflineReady(role: User['role']): boolean {
  const isKept = useStored(isDataKept, role);
  const [isAppKept, setAppKept] = useState(false);
  useEffect(() => {
    // Where there is no worker, it never is.
    void navigator.serviceWorker?.ready.then(() => setAppKept(true));
  }, []);
  return isAppKept && isKept === true;
}

const isDataKept = async (db: UserDb, role: User['role']) => role === 'admin' || isAllKept(db);
