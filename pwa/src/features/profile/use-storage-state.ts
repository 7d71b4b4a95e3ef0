import { useEffect, useState } from 'react';

type StorageState = { used: string; isPersisted: string };
const UNKNOWN = 'Unknown';
const KB = 1024;

/** A size as people read it; the browser's figure is an estimate, so no decimals below a megabyte. */
export function formatBytes(bytes: number): string {
  if (bytes < KB * KB) return `${Math.ceil(bytes / KB)} kB`;
  return `${(bytes / KB / KB).toFixed(1)} MB`;
}

async function readStorageState(): Promise<StorageState> {
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  const usage = (await storage?.estimate?.())?.usage;
  const isPersisted = await storage?.persisted?.();
  return {
    used: usage === undefined ? UNKNOWN : formatBytes(usage),
    isPersisted: isPersisted === undefined ? UNKNOWN : isPersisted ? 'Yes' : 'Not yet',
  };
}

/** Space and protection as the browser tells them; 'Unknown' where it does not. */
export function useStorageState(): StorageState {
  const [state, setState] = useState<StorageState>({ used: UNKNOWN, isPersisted: UNKNOWN });
  useEffect(() => {
    readStorageState().then(setState, (error: unknown) => {
      console.warn('This browser does not tell about its storage', error);
    });
  }, []);
  return state;
}
