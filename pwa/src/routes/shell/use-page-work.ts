import type { UseNavigateResult } from '@tanstack/react-router';
import { useEffect } from 'react';
import { whenBack } from '../../lib/when-back.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import { useUserDb } from '../../stored/user-db.ts';

/**
 * Starts sending and fetching once the page is shown; loaded after it, because the page shows what the device holds.
 */
export function usePageWork(navigate?: UseNavigateResult<string>): void {
  const db = useUserDb();
  useEffect(() => {
    let stop: (() => void) | undefined;
    const gone = new AbortController();
    const { signal } = gone;
    const start = async () => {
      const { startPage } = await import('./start-page.ts');
      if (!signal.aborted) stop = startPage(db, navigate);
      await loadForNoSignal();
    };
    const begin = () => {
      start().catch((error: unknown) => {
        // The signal may be lost before a first visit has loaded everything; the rest is fetched when it may be back.
        console.warn('Nothing can be sent from here yet:', error);
        whenBack(begin, signal);
      });
    };
    whenIdle(begin, signal);
    return () => {
      gone.abort();
      stop?.();
    };
  }, [db, navigate]);
}

/**
 * Fetches ahead what adding a referral needs: on a first visit the signal may be lost before the worker has everything.
 */
async function loadForNoSignal(): Promise<void> {
  if (navigator.serviceWorker?.controller) return;
  try {
    await Promise.all([import('./shell-dialogs.tsx'), import('../../ui/layers/notice-region.tsx')]);
  } catch (error) {
    console.warn('Not everything is ready for offline use', error);
  }
}
