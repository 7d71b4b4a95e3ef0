import { useEffect, useRef, type RefObject } from 'react';

const CONTROLS = 'input, select, textarea, button, a[href]';

/**
 * When a part of a page replaces another (`shown` names it), the focus would be lost with the old one; this moves it to
 * the first control of the new part.
 */
export function useFocusSwap(box: RefObject<HTMLElement | null>, shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    box.current?.querySelector<HTMLElement>(CONTROLS)?.focus();
  }, [box, shown]);
}
