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
    return () => {
      openModals -= 1;
      setPageInert();
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [sheet]);
}
