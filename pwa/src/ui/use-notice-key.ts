import { useEffect } from 'react';

const NOTICES = '[data-notice]';

/** Where the person was before the key took them to the notices. */
let cameFrom: Element | null = null;

/**
 * F6 goes to the notices, from one to the next and then back to where the person was. Every kind of notice
 * calls it, for each is loaded when first needed; without one on the screen the key stays the browser's.
 */
export function useNoticeKey(): void {
  useEffect(() => {
    // One of them answers a press: a second listener finds it answered.
    const handle = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, []);
}

function handleKey(event: KeyboardEvent): void {
  if (event.key !== 'F6' || event.defaultPrevented) return;
  const notices = [...document.querySelectorAll<HTMLElement>(NOTICES)];
  const at = notices.findIndex((notice) => notice.contains(document.activeElement));
  if (notices.length === 0) return;
  event.preventDefault();
  if (at < 0) cameFrom = document.activeElement;
  const next = notices[at + 1] ?? cameFrom;
  if (next instanceof HTMLElement) next.focus();
}
