import { useEffect, useState } from 'react';

/** What the page knows of the link's owner; `away`: nobody could be asked. */
export type Referrer =
  { kind: 'asking' } | { kind: 'known'; name: string } | { kind: 'unknown' } | { kind: 'away' };

/**
 * The server writes the name into the page it sends, empty for a code of nobody, so that greeting needs
 * no second request. A page from the service worker's store has none.
 */
function referrerInPage(): Referrer {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="sunloop:referrer"]');
  if (!meta) return { kind: 'asking' };
  return meta.content ? { kind: 'known', name: meta.content } : { kind: 'unknown' };
}

/** Whose link this is: from the page, else from the server, again when the network comes back. */
export function useReferrer(code: string): Referrer {
  const [referrer, setReferrer] = useState(referrerInPage);
  const isSettled = referrer.kind === 'known' || referrer.kind === 'unknown';
  useEffect(() => {
    if (isSettled) return undefined;
    const stopped = new AbortController();
    const ask = async () => {
      const { askReferrer } = await import('./ask-referrer.ts');
      const answer = await askReferrer(code, stopped.signal);
      if (!stopped.signal.aborted) setReferrer(answer);
    };
    const handleOnline = () => void ask();
    addEventListener('online', handleOnline, { signal: stopped.signal });
    handleOnline();
    return () => stopped.abort();
  }, [code, isSettled]);
  return referrer;
}
