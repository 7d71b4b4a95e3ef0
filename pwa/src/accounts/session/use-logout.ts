import { useState } from 'react';
import type { UnsentChoice } from '@sunloop/engine/data/device-db.ts';
import { countUnsent } from '@sunloop/engine/data/find-unsent.ts';
import { showToast } from '../../ui/layers/notices.ts';
import { useUserDb } from '../../stored/user-db.ts';

export type Logout = ReturnType<typeof useLogout>;

/** Signs out at once if everything is sent, otherwise asks what to do with the rest. */
export function useLogout() {
  const db = useUserDb();
  const [isAsking, setAsking] = useState(false);
  const leave = async (unsent: UnsentChoice) => {
    try {
      const { signOut } = await import('@sunloop/engine/session.ts');
      await signOut({ unsent });
      setAsking(false);
      showToast({
        title: 'Logged out',
        description: 'You have been successfully logged out.',
      });
    } catch (error) {
      showToast({
        title: 'Logout failed',
        description: error instanceof Error ? error.message : String(error),
        variant: 'destructive',
      });
    }
  };
  const ask = async () => {
    if ((await countUnsent(db)) > 0) setAsking(true);
    else await leave('keep');
  };
  return { isAsking, ask, leave, cancel: () => setAsking(false) };
}
