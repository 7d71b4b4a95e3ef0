import { type Key, type ReactNode, useEffect, useRef, useState } from 'react';
import { useIsPrinting } from './use-is-printing.ts';

/** What a row is taken to be high until it is drawn; px. */
const ESTIMATED_HEIGHT_PX = 76;
const BLOCK_ROWS = 10;
/** Blocks that are drawn before anything is measured; a list that has no more is always whole. */
const FIRST_BLOCKS = 5;
/** Rows are drawn this far above and below the screen, for Tab and fast scrolling. */
const AROUND = '600px';

type Props<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => Key;
  children: (item: Item) => ReactNode;
};

/**
 * A list of any length that scrolls with the page. Of a long one only blocks of rows near the screen are drawn; the
 * others keep their room. On paper all are drawn.
 */
export function LongList<Item>({ label, items, keyOf, children }: Props<Item>) {
  const isPrinting = useIsPrinting();
  const isWhole = isPrinting || items.length <= FIRST_BLOCKS * BLOCK_ROWS;
  const blocks = Array.from({ length: Math.ceil(items.length / BLOCK_ROWS) }, (_, at) => at);
  return (
    <div role="list" aria-label={label} style={{ contain: 'inline-size' }}>
      {blocks.map((at) => {
        const first = at * BLOCK_ROWS;
        const rows = items.slice(first, first + BLOCK_ROWS);
        return (
          <Block key={at} rows={rows.length} isFirst={at < FIRST_BLOCKS} isWhole={isWhole}>
            {() =>
              rows.map((item, row) => (
                <div
                  key={keyOf(item)}
                  role="listitem"
                  aria-setsize={items.length}
                  aria-posinset={first + row + 1}
                >
                  {children(item)}
                </div>
              ))
            }
          </Block>
        );
      })}
    </div>
  );
}

type BlockProps = {
  rows: number;
  isFirst: boolean;
  isWhole: boolean;
  children: () => ReactNode;
};

function Block({ rows, isFirst, isWhole, children }: BlockProps) {
  const box = useRef<HTMLDivElement>(null);
  /** While it is out of reach: the height it had. */
  const [height, setHeight] = useState(isFirst ? undefined : rows * ESTIMATED_HEIGHT_PX);
  useEffect(() => {
    if (isWhole || !box.current) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last) setHeight(last.isIntersecting ? undefined : last.boundingClientRect.height);
      },
      { rootMargin: AROUND },
    );
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [isWhole]);
  const isDrawn = isWhole || height === undefined;
  return (
    <div ref={box} style={isDrawn ? undefined : { height }}>
      {isDrawn && children()}
    </div>
  );
}
