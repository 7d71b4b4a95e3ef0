import { useEffect, type RefObject } from 'react';

let openModals = 0;

/** What stands behind a modal can be neither reached nor read while one is open; notices can. */
function setPageInert(): void {
  document.querySelector('#root')?.toggleAttribute('inert', openModals > 0);
}

/** Moves the focus into `sheet` while it stands, keeps it off the page and gives it back afterwards. */
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

/** A control that goes while it has the focus leaves it to the page, which no key of the dialog reaches. */
function keepFocus(sheet: HTMLElement): () => void {
  const watch = new MutationObserver(() => {
    if (document.activeElement === document.body) sheet.focus({ preventScroll: true });
  });
  watch.observe(sheet, { childList: true, subtree: true });
  return () => watch.disconnect();
}
