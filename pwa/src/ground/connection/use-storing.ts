import { useEffect, useState } from 'react';
import { isStoring, type Storing } from '../../lib/storing.ts';

/** How much of the app its worker has stored, from the first count on, and whether it is still at it. */
export function useStoring(): readonly [stored: Storing | null, isStoring: boolean] {
  const [stored, setStored] = useState<Storing | null>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const worker = navigator.serviceWorker;
    if (!worker) return undefined;
    const handleMessage = ({ data }: MessageEvent) => {
      if (isStoring(data)) setStored(data);
    };
    const stop = () => worker.removeEventListener('message', handleMessage);
    worker.addEventListener('message', handleMessage);
    void worker.ready.then(() => {
      // The last counts may come after it.
      stop();
      setOver(true);
    });
    return stop;
  }, []);
  return [stored, stored !== null && !isOver];
}
