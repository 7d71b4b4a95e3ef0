import { useEffect, useEffectEvent, useMemo, type RefObject } from 'react';
import { useIsPrinting } from '../use-is-printing.ts';

/** Rows of one height in a box that scrolls, below a heading that stays. Pixels. */
export interface FixedRows {
  scroller: RefObject<HTMLElement | null>;
  rowPx: number;
  headPx: number;
}

/** The first row on the screen, and the first one below it. */
export function rowsOnScreen({ scroller, rowPx, headPx }: FixedRows): { from: number; to: number } {
  const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
  const from = Math.floor(scrollTop / rowPx);
  return { from, to: from + Math.ceil((clientHeight - headPx) / rowPx) + 1 };
}

/** Tells `request` which rows are on the screen: at once for a new list, and whenever the result is called, on scrolling. */
export function useRowsOnScreen(
  rows: FixedRows,
  request: (from: number, to: number) => void,
): () => void {
  const onScreen = useEffectEvent(() => rowsOnScreen(rows));
  // Not after each render, because asking where things are costs a layout.
  useEffect(() => {
    const { from, to } = onScreen();
    request(from, to);
  }, [request]);
  return () => {
    const { from, to } = rowsOnScreen(rows);
    request(from, to);
  };
}

/** Scrolls as little as possible until the whole row is on the screen. */
export function scrollToRow({ scroller, rowPx, headPx }: FixedRows, index: number): void {
  const box = scroller.current;
  if (!box) return;
  const top = index * rowPx;
  const least = top + rowPx + headPx - box.clientHeight;
  if (box.scrollTop > top) box.scrollTop = top;
  else if (box.scrollTop < least) box.scrollTop = least;
}

export function remPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}

/** Rows that are drawn wherever the list is scrolled to: the one that has or would get the focus; printed, all of them. */
export function useKeptRows(count: number, active: number): readonly number[] {
  const isPrinting = useIsPrinting();
  return useMemo(() => {
    if (isPrinting) return Array.from({ length: count }, (_, index) => index);
    return count > 0 ? [active] : [];
  }, [isPrinting, count, active]);
}
