import { useEffect, useState } from 'react';

/** Whether the browser may delete the app's data when the device is full. */
export type Protection = 'protected' | 'not-yet' | 'unknown';
export type StorageState = { usedBytes: number | undefined; protection: Protection };

const NOTHING_KNOWN: StorageState = { usedBytes: undefined, protection: 'unknown' };

async function readStorageState(): Promise<StorageState> {
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  const usedBytes = (await storage?.estimate?.())?.usage;
  const isPersisted = await storage?.persisted?.();
  const known = isPersisted ? 'protected' : 'not-yet';
  return { usedBytes, protection: isPersisted === undefined ? 'unknown' : known };
}

/** Space and protection as the browser reports them, and how to ask it for protection. */
export function useStorageState() {
  const [state, setState] = useState(NOTHING_KNOWN);
  const [wasAsked, setAsked] = useState(false);
  useEffect(() => {
    readStorageState().then(setState, (error: unknown) => {
      console.warn('This browser does not report its storage', error);
    });
  }, []);
  const protect = async () => {
    try {
      await navigator.storage.persist();
      setState(await readStorageState());
    } catch (error) {
      console.warn('This browser does not protect its storage', error);
    }
    setAsked(true);
  };
  return { ...state, wasAsked, protect };
}
