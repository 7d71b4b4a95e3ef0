import { useEffect, useState } from 'react';
import { isStoring, type Storing } from '../../lib/storing.ts';

/** A worker that has counted nothing for so long may never do again. Milliseconds. */
const SILENT_MS = 60_000;

/** How much of the app its worker has stored, from the first count on, and whether it is still at it. */
export function useStoring(): readonly [stored: Storing | null, isStoring: boolean] {
  const [stored, setStored] = useState<Storing | null>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const worker = navigator.serviceWorker;
    if (!worker) return undefined;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const handleMessage = ({ data }: MessageEvent) => {
      if (!isStoring(data)) return;
      setStored(data);
      setOver(false);
      clearTimeout(silence);
      silence = setTimeout(() => setOver(true), SILENT_MS);
    };
    const stop = () => {
      clearTimeout(silence);
      worker.removeEventListener('message', handleMessage);
    };
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
