import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Space between a button and its panel, and between the panel and the edge of the screen; px. */
const GAP = 8;
const EDGE = 12;

function place(panel: HTMLElement, button: Element): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const isRoomBelow = at.bottom + GAP + height + EDGE <= innerHeight;
  const top = isRoomBelow ? at.bottom + GAP : Math.max(EDGE, at.top - GAP - height);
  const left = Math.min(Math.max(EDGE, at.left), innerWidth - width - EDGE);
  panel.style.top = `${top}px`;
  panel.style.left = `${left}px`;
}

/** Puts a panel beside the button in `anchor`, keeps it there, and gives it the focus while it is open. */
export function usePlaceBeside(anchor: RefObject<HTMLElement | null>) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = panel.current;
    const button = anchor.current?.querySelector('button');
    if (!shown || !button) return undefined;
    const listening = new AbortController();
    const handleMove = () => place(shown, button);
    handleMove();
    shown.focus({ preventScroll: true });
    const { signal } = listening;
    addEventListener('resize', handleMove, { signal });
    addEventListener('scroll', handleMove, { signal, capture: true, passive: true });
    return () => {
      listening.abort();
      if (shown.contains(document.activeElement)) button.focus({ preventScroll: true });
    };
  }, [anchor]);
  return panel;
}
