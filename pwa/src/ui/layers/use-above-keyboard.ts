import { useEffect, type RefObject } from 'react';

/** Keeps `overlay` above a keyboard that covers the page instead of shrinking it, as on iOS. */
export function useAboveKeyboard(overlay: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return undefined;
    const fit = () => {
      // A zoomed page also shows less, although nothing covers it.
      const isCovered = seen.scale === 1 && seen.height < window.innerHeight;
      overlay.current?.style.setProperty('height', isCovered ? `${seen.height}px` : null);
    };
    fit();
    seen.addEventListener('resize', fit);
    return () => seen.removeEventListener('resize', fit);
  }, [overlay]);
}
