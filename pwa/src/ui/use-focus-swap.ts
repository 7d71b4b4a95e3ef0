import { useEffect, useRef, type RefObject } from 'react';

const CONTROLS = 'input, select, textarea, button, a[href]';

/**
 * Where a part of a page takes the place of another (`shown` names which), the focus would be lost with what had
 * it: it goes to the first control of the new part.
 */
export function useFocusSwap(box: RefObject<HTMLElement | null>, shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    box.current?.querySelector<HTMLElement>(CONTROLS)?.focus();
  }, [box, shown]);
}
