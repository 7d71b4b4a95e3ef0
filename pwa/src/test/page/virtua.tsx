import type { ReactElement } from 'react';
import type { CustomContainerComponent, CustomItemComponent } from 'virtua';

/** About as many rows as are near a screen. */
const NEAR_SCREEN = 40;

type Props<Item> = {
  data: ArrayLike<Item>;
  as?: CustomContainerComponent;
  item?: CustomItemComponent;
  keepMounted?: readonly number[];
  children: (item: Item, index: number) => ReactElement;
};

/** Replaces `virtua` in jsdom, which has no layout: shows what a screen shows before anybody scrolls. */
export function Virtualizer<Item>({ data, as, item, keepMounted = [], children }: Props<Item>) {
  const List = as ?? 'div';
  const Row = item ?? Plain;
  const near = Array.from({ length: Math.min(NEAR_SCREEN, data.length) }, (_, index) => index);
  return (
    <List style={{}}>
      {[...new Set([...near, ...keepMounted])].map((index) => {
        // The index is below the length.
        const row = children(data[index] as Item, index);
        return (
          <Row key={row.key} index={index} style={{}}>
            {row}
          </Row>
        );
      })}
    </List>
  );
}

const Plain: CustomItemComponent = ({ children }) => <div>{children}</div>;
