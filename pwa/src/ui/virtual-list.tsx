import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type Key, type ReactNode } from 'react';
import './virtual-list.css';

/** Rows kept ready above and below the screen, so that Tab and a flick find something. */
const OVERSCAN = 8;
const ESTIMATED_HEIGHT_PX = 76;

type Props<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => Key;
  children: (item: Item) => ReactNode;
};

/** A list as long as it likes, scrolled with the page: only what is near the screen is drawn. */
export function VirtualList<Item>({ label, items, keyOf, children }: Props<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const top = useTopOf(list);
  // oxlint-disable-next-line react/incompatible-library -- it warns of the React Compiler, which we do not use
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ESTIMATED_HEIGHT_PX,
    getItemKey: (index) => keyOf(items[index] as Item),
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  return (
    <ul
      className="virtual-list"
      aria-label={label}
      ref={list}
      style={{ blockSize: rows.getTotalSize() }}
    >
      {rows.getVirtualItems().map((row) => (
        <li
          key={row.key}
          ref={rows.measureElement}
          data-index={row.index}
          aria-setsize={items.length}
          aria-posinset={row.index + 1}
          style={{ transform: `translateY(${row.start - top}px)` }}
        >
          {children(items[row.index] as Item)}
        </li>
      ))}
    </ul>
  );
}

/** Where the list begins on the page; looked up again when the page grows, for so may what is above. */
function useTopOf(list: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const look = () => {
      const place = list.current?.getBoundingClientRect();
      if (place) setTop(Math.round(place.top + window.scrollY));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [list]);
  return top;
}
