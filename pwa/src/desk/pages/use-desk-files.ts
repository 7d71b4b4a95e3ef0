import { useEffect } from 'react';
import { KEEP_DESK } from '@sunloop/engine/keep-desk.ts';

/** Has the worker store the desk's code on this device, so that it opens without a connection, too. */
export function useDeskFiles(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    void navigator.serviceWorker.ready.then(({ active }) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, unlike a window, has no origin to name
      active?.postMessage({ type: KEEP_DESK });
    });
  }, []);
}
