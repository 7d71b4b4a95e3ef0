import type { ReactElement } from 'react';
import type { CustomContainerComponent, CustomItemComponent } from 'virtua';

/** About as many rows as are near a screen. */
const NEAR_SCREEN = 40;

type Props<Item> = {
  data: readonly Item[];
  as: CustomContainerComponent;
  item: CustomItemComponent;
  children: (item: Item, index: number) => ReactElement;
};

/** Replaces `virtua` in jsdom, which has no layout: shows what a screen shows before anybody scrolls. */
export function WindowVirtualizer<Item>({ data, as: List, item: Row, children }: Props<Item>) {
  return (
    <List style={{}}>
      {data.slice(0, NEAR_SCREEN).map((one, index) => {
        const row = children(one, index);
        return (
          <Row key={row.key} index={index} style={{}}>
            {row}
          </Row>
        );
      })}
    </List>
  );
}
