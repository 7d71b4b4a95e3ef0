import { useState } from 'react';
import { showToast } from '../../ui/layers/notices.ts';
import { loadPart } from '../../ui/layers/lazy-part.ts';
import { useUserDb } from '../../stored/user-db.ts';

/** Tries to send at once, whatever the backoff says. */
export function useSendNow() {
  const db = useUserDb();
  const [isBusy, setBusy] = useState(false);
  const sendNow = async () => {
    setBusy(true);
    try {
      const { syncNow } = await loadPart(() => import('@sunloop/engine/start.ts'));
      await syncNow(db);
    } catch (error) {
      console.error('Sending failed on this device:', error);
      showToast({
        title: 'Nothing could be sent',
        description: 'This device could not read its own storage. Reload the page and try again.',
        variant: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, sendNow };
}
