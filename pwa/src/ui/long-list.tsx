import { type Key, type ReactNode, useEffect, useRef, useState } from 'react';
import { useIsPrinting } from './use-is-printing.ts';

/** What a row is taken to be high until it is drawn; px. */
const ESTIMATED_HEIGHT_PX = 76;
const BLOCK_ROWS = 10;
/** Blocks far from the screen are not even counted one by one: 40,000 rows have 4,000. */
const STRETCH_ROWS = 500;
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
  const drawRow = (item: Item, at: number) => (
    <div key={keyOf(item)} role="listitem" aria-setsize={items.length} aria-posinset={at + 1}>
      {children(item)}
    </div>
  );
  const drawBlock = ({ from, to }: Part, isFirst: boolean) => (
    <Block key={from} rows={to - from} isFirst={isFirst} isWhole={isWhole}>
      {() => items.slice(from, to).map((item, row) => drawRow(item, from + row))}
    </Block>
  );
  return (
    <div role="list" aria-label={label} style={{ contain: 'inline-size' }}>
      {partsOf({ from: 0, to: items.length }, STRETCH_ROWS).map((stretch, nth) => (
        <Block
          key={stretch.from}
          rows={stretch.to - stretch.from}
          isFirst={nth === 0}
          isWhole={isWhole}
        >
          {() =>
            partsOf(stretch, BLOCK_ROWS).map((block) =>
              drawBlock(block, block.from < FIRST_BLOCKS * BLOCK_ROWS),
            )
          }
        </Block>
      ))}
    </div>
  );
}

/** Rows by their places: those before `to`. */
type Part = { from: number; to: number };

function partsOf({ from, to }: Part, size: number): Part[] {
  return Array.from({ length: Math.ceil((to - from) / size) }, (_, at) => {
    const first = from + at * size;
    return { from: first, to: Math.min(to, first + size) };
  });
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
