/** What a page can notice. Network events are only hints; the server's answer decides. */
export interface PageTriggers {
  onOnline(): void;
  onOffline(): void;
  onVisible(): void;
}

/** Listens to the page; returns how to stop. */
export function onPageTriggers(page: Window, triggers: PageTriggers): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const handleVisibility = () => {
    if (page.document.visibilityState === 'visible') triggers.onVisible();
  };
  page.addEventListener('online', () => triggers.onOnline(), { signal });
  page.addEventListener('offline', () => triggers.onOffline(), { signal });
  page.addEventListener('focus', () => triggers.onVisible(), { signal });
  page.document.addEventListener('visibilitychange', handleVisibility, { signal });
  return () => listening.abort();
}
