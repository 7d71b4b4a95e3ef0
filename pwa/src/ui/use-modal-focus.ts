import { useEffect, type RefObject } from 'react';

let openModals = 0;

/** Makes the page behind an open modal unreachable, also for screen readers; notices stay reachable. */
function setPageInert(): void {
  document.querySelector('#root')?.toggleAttribute('inert', openModals > 0);
}

/** Moves the focus into `sheet` while it is open, keeps it off the page and returns it afterwards. */
export function useModalFocus(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    openModals += 1;
    setPageInert();
    if (!sheet.current?.contains(before)) sheet.current?.focus({ preventScroll: true });
    const stopWatching = sheet.current && keepFocus(sheet.current);
    return () => {
      stopWatching?.();
      openModals -= 1;
      setPageInert();
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [sheet]);
}

/** When a focused control disappears, the focus falls to the page, where the dialog's keys do not work. */
function keepFocus(sheet: HTMLElement): () => void {
  const watch = new MutationObserver(() => {
    if (document.activeElement === document.body) sheet.focus({ preventScroll: true });
  });
  watch.observe(sheet, { childList: true, subtree: true });
  return () => watch.disconnect();
}
