import {
  createContext,
  Fragment,
  useContext,
  type CSSProperties,
  type Key,
  type ReactNode,
} from 'react';
import { WindowVirtualizer } from 'virtua';
import { useIsPrinting } from './use-is-printing.ts';
import type { CustomContainerComponentProps, CustomItemComponentProps } from 'virtua';

const ESTIMATED_HEIGHT_PX = 76;
/** Rows kept ready above and below the screen, for Tab and fast scrolling. */
const OVERSCAN_PX = 8 * ESTIMATED_HEIGHT_PX;
/**
 * So many rows are simply drawn. A row that is positioned moves a frame after one above it has changed its height, and
 * on a busy device another one is then under the pointer.
 */
const DRAWN_WHOLE = 50;

type Props<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => Key;
  children: (item: Item) => ReactNode;
};

/** The virtualizer positions by style; what is drawn whole needs none. */
type ElementProps<Props> = Omit<Props, 'style'> & { style?: CSSProperties };

/** What the parts need to know of the whole list; a context, because they must stay the same components. */
const Whole = createContext({ label: '', count: 0 });

/** A list of any length that scrolls with the page; of a long one only rows near the screen are drawn. */
export function VirtualList<Item>({ label, items, keyOf, children }: Props<Item>) {
  const isPrinting = useIsPrinting();
  return (
    <Whole value={{ label, count: items.length }}>
      {items.length > DRAWN_WHOLE && !isPrinting ? (
        <WindowVirtualizer
          data={items}
          itemSize={ESTIMATED_HEIGHT_PX}
          bufferSize={OVERSCAN_PX}
          as={List}
          item={Row}
        >
          {(item) => <Fragment key={keyOf(item)}>{children(item)}</Fragment>}
        </WindowVirtualizer>
      ) : (
        <List style={{ contain: 'inline-size' }}>
          {items.map((item, index) => (
            <Row key={keyOf(item)} index={index}>
              {children(item)}
            </Row>
          ))}
        </List>
      )}
    </Whole>
  );
}

function List({ children, ...props }: ElementProps<CustomContainerComponentProps>) {
  const { label } = useContext(Whole);
  return (
    <ul aria-label={label} {...props}>
      {children}
    </ul>
  );
}

function Row({ index, children, ...props }: ElementProps<CustomItemComponentProps>) {
  const { count } = useContext(Whole);
  return (
    <li aria-setsize={count} aria-posinset={index + 1} {...props}>
      {children}
    </li>
  );
}
