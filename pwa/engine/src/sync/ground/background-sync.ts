export const BACKGROUND_SYNC_TAG = 'outbox';

/** Only Chromium has Background Sync, so TypeScript's DOM library does not know it. */
interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Asks the browser to wake the worker when there is a connection, so that a closed app sends too. Never fails, and nobody
 * waits for it, because a worker may never answer: without it, rows are sent when the app is next opened.
 */
export function registerBackgroundSync(): void {
  void register();
}

async function register(): Promise<void> {
  try {
    const registration = await serviceWorkers()?.getRegistration();
    await registration?.sync?.register(BACKGROUND_SYNC_TAG);
  } catch {
    // Refused by the person, or in private mode; the page's own triggers send.
  }
}

/** Present in pages only, but this module is compiled for the worker too. */
function serviceWorkers() {
  const { navigator } = globalThis as {
    navigator?: { serviceWorker?: { getRegistration(): Promise<SyncRegistration | undefined> } };
  };
  return navigator?.serviceWorker;
}
