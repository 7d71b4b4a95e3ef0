import { useEffect } from 'react';
import type { UserDb } from '../data/user-db.ts';

/** Starts sending and fetching once the page stands; loaded after it, for it shows what the device holds. */
export function usePageWork(db: UserDb): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const start = async () => {
      const { startPage } = await import('./start-page.ts');
      if (!isGone) stop = startPage(db);
      await loadForNoSignal();
    };
    start().catch((error: unknown) => console.error('Nothing can be sent from here:', error));
    return () => {
      isGone = true;
      stop?.();
    };
  }, [db]);
}

/** What a referral takes, fetched ahead: on a first visit the signal may go before the worker has it all. */
async function loadForNoSignal(): Promise<void> {
  try {
    await Promise.all([import('./shell-dialogs.tsx'), import('../ui/toast.tsx')]);
  } catch (error) {
    console.warn('Not everything is ready for use without a connection yet', error);
  }
}
