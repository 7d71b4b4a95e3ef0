import { useEffect } from 'react';

const NOTICES = '[data-notice]';

/** Where the person was before the key took them to the notices. */
let cameFrom: Element | null = null;

/**
 * F6 moves to the notices, from one to the next and then back to where the person was. Every kind of notice calls this,
 * because each is loaded when first needed; without a notice on the screen, the browser keeps the key.
 */
export function useNoticeKey(): void {
  useEffect(() => {
    // Only one listener handles a press; a second one finds it handled.
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
