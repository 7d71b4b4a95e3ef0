import type { HelpContact } from '@sunloop/shared-types/program/ladder.ts';
import { useEffect, useState } from 'react';
import { whenBack } from '../../lib/when-back.ts';

/** What the page knows about the link's owner; `away`: nobody could be asked. */
export type Referrer =
  | { kind: 'asking' }
  | { kind: 'known'; name: string; hasPicture?: boolean | undefined }
  | { kind: 'unknown' }
  | { kind: 'away' };

/** The name of the link's owner, if it is known. */
export const nameOf = (referrer: Referrer) =>
  referrer.kind === 'known' ? referrer.name : undefined;

export interface LandingAnswer {
  referrer: Referrer;
  /** Whom a visitor may contact; absent while nobody could be asked. */
  help?: { [part in keyof HelpContact]?: string | undefined } | undefined;
}

const inPage = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="sunloop:${name}"]`)?.content;

/**
 * The server writes both into the page it sends, with an empty name for an unknown code, so that the greeting needs no
 * second request. A page from the service worker's cache has neither.
 */
function toldInPage(): LandingAnswer {
  const name = inPage('referrer');
  if (name === undefined) return { referrer: { kind: 'asking' } };
  const help = { phone: inPage('phone'), dial: inPage('dial'), email: inPage('email') };
  const hasPicture = inPage('picture') !== undefined;
  return { referrer: name ? { kind: 'known', name, hasPicture } : { kind: 'unknown' }, help };
}

/**
 * Whose link this is and whom to call: from the page, otherwise from the server, asked again when the network may be
 * back.
 */
export function useLanding(code: string): LandingAnswer {
  const [told, setTold] = useState(toldInPage);
  const { kind } = told.referrer;
  const isSettled = kind === 'known' || kind === 'unknown';
  useEffect(() => {
    if (isSettled) return undefined;
    const stopped = new AbortController();
    const ask = async () => {
      const answer = await askNow(code, stopped.signal);
      if (stopped.signal.aborted) return;
      setTold(answer);
      if (answer.referrer.kind === 'away') whenBack(() => void ask(), stopped.signal);
    };
    void ask();
    return () => stopped.abort();
  }, [code, isSettled]);
  return told;
}

async function askNow(code: string, signal: AbortSignal): Promise<LandingAnswer> {
  try {
    const { askLanding } = await import('./ask-landing.ts');
    return await askLanding(code, signal);
  } catch (error) {
    console.warn('Nobody could be asked whose link this is:', error);
    return { referrer: { kind: 'away' } };
  }
}
