import { useEffect, useRef, useState } from 'react';

/** The URL follows when there is a pause: changing it with every letter would hold up the typing. */
const URL_AFTER_MS = 300;

/** What stands in a search field, at once; a URL that changed by itself (Back, a link) is taken over. */
export function useTyped(
  inUrl: string,
  toUrl: (text: string) => void,
): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(inUrl);
  const sent = useRef(inUrl);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (inUrl === sent.current) return;
    sent.current = inUrl;
    setTyped(inUrl);
  }, [inUrl]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = text;
      toUrl(text);
    }, URL_AFTER_MS);
  };
  return [typed, type];
}
