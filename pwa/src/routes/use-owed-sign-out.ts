import { useEffect, useState } from 'react';
import { hasDeviceDb } from '@sunloop/engine/data/has-device-db.ts';

/**
 * Keeps trying to tell the server about a sign-out made without a connection; loads nothing for a new visitor. Returns
 * whether somebody was signed in here before.
 */
export function useOwedSignOut(): boolean {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const start = async () => {
      if (!(await hasDeviceDb())) return;
      setKnown(true);
      const { startSettling } = await import('@sunloop/engine/start.ts');
      if (!isGone) stop = startSettling(window);
    };
    start().catch((error: unknown) => console.error('The sign-out could not be finished:', error));
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);
  return isKnown;
}
