import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** What the browser thinks of the connection: a hint to show, never a reason not to try. */
export function useOnlineHint(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
