import { useEffect, useState } from 'react';
import { isStoring, type Storing } from '../../lib/storing.ts';

/** How much of the app its worker has stored, while it does so for the first time. */
export function useStoring(): Storing | null {
  const [storing, setStoring] = useState<Storing | null>(null);
  useEffect(() => {
    const worker = navigator.serviceWorker;
    if (!worker) return undefined;
    const handleMessage = ({ data }: MessageEvent) => {
      if (isStoring(data)) setStoring(data);
    };
    const stop = () => worker.removeEventListener('message', handleMessage);
    worker.addEventListener('message', handleMessage);
    void worker.ready.then(() => {
      // The last counts may come after it.
      stop();
      setStoring(null);
    });
    return stop;
  }, []);
  return storing;
}
