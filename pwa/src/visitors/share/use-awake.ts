import { useEffect } from 'react';

/** Keeps the screen on while `isWanted`, if the device can; one in battery saver mode may refuse. */
export function useAwake(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return undefined;
    const lock = navigator.wakeLock.request('screen').catch((error: unknown) => {
      console.warn('The screen may go dark:', error);
    });
    return () => void lock.then((held) => held?.release());
  }, [isWanted]);
}
