import { useEffect, type RefObject } from 'react';

/** What stands behind a modal, ours or the desk's, can be neither reached nor read while one is open; notices can. */
function setPageInert(): void {
  const modal = document.querySelector('.modal');
  document.querySelector('#root')?.toggleAttribute('inert', modal !== null);
}

/** Moves the focus into `sheet` while it is open, keeps it off the page and returns it afterwards. */
export function useModalFocus(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = sheet.current;
    if (!element) return undefined;
    const before = document.activeElement;
    const takeFocus = () => element.focus({ preventScroll: true });
    setPageInert();
    if (!element.contains(before)) takeFocus();
    // A control that goes while it has the focus leaves it to the page, which no key of the dialog reaches.
    const watch = new MutationObserver(() => {
      if (document.activeElement === document.body) takeFocus();
    });
    watch.observe(element, { childList: true, subtree: true });
    return () => {
      watch.disconnect();
      setPageInert();
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [sheet]);
}
