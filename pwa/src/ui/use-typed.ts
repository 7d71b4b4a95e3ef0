import { useEffect, useRef, useState } from 'react';

/**
 * What stands in a search field. The URL follows a moment later, and a cursor that waits for it jumps; a
 * URL that changed by itself (Back, a link) is taken over.
 */
export function useTyped(inUrl: string) {
  const [typed, setTyped] = useState(inUrl);
  const sent = useRef(inUrl);
  useEffect(() => {
    if (inUrl === sent.current) return;
    sent.current = inUrl;
    setTyped(inUrl);
  }, [inUrl]);
  const type = (text: string) => {
    sent.current = text;
    setTyped(text);
  };
  return [typed, type] as const;
}
