import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Changing the URL with every letter would slow down typing. Milliseconds. */
const PAUSE_MS = 300;

/**
 * The text in a search field, at once. The URL follows after a pause of `pauseMs`, which is 0 if the list itself reads
 * the URL; a URL that changed by itself (Back, a link) is taken over.
 */
export function useTyped(
  inUrl: string,
  toUrl: (text: string) => void,
  pauseMs = PAUSE_MS,
): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(inUrl);
  const known = useRef(inUrl);
  const tell = useEffectEvent(toUrl);
  useEffect(() => {
    if (inUrl === known.current) return;
    known.current = inUrl;
    setTyped(inUrl);
  }, [inUrl]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed === known.current) return;
      known.current = typed;
      tell(typed);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, pauseMs]);
  return [typed, setTyped];
}
