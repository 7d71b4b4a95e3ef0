import { liveQuery } from 'dexie';
import type { UserDb } from '../../data/user-db.ts';
import { isOfflineReady } from '../../features/profile/offline-ready.ts';
import { showToast } from '../../ui/layers/show-toast.ts';

/** Says once on this device that the app now works without signal; returns how to stop. */
export function tellOfflineReady(db: UserDb): () => void {
  const gone = new AbortController();
  const report = (error: unknown) => console.warn('Whether it works offline is not known:', error);
  tellOnce(db, { signal: gone.signal, report }).catch(report);
  return () => gone.abort();
}

interface Options {
  signal: AbortSignal;
  report: (error: unknown) => void;
}

async function tellOnce(db: UserDb, { signal, report }: Options): Promise<void> {
  const toldKey = `sunloop-offline-told-${db.userId}`;
  if (!navigator.serviceWorker || localStorage.getItem(toldKey)) return;
  await navigator.serviceWorker.ready;
  if (signal.aborted) return;
  const watching = liveQuery(() => isOfflineReady(db, 'customer')).subscribe((isReady) => {
    if (!isReady) return;
    watching.unsubscribe();
    localStorage.setItem(toldKey, '1');
    void showToast({
      title: 'Ready to work offline',
      description: 'Sunloop opens here without signal. What you add is sent when it is back.',
      isQuiet: true,
    });
  }, report);
  signal.addEventListener('abort', () => watching.unsubscribe());
}
