import { ListBox, ListBoxItem, Popover } from 'react-aria-components/Select';
import { DeskIcon } from './desk-icon.tsx';
import './desk-menu.css';
import './desk-options.css';

export type DeskOption<Id extends string = string> = {
  id: Id;
  label: string;
  isDisabled?: boolean;
};

type Props = {
  options: readonly DeskOption[];
  /** Stands in place of them where there is none. */
  empty?: string;
};

/** The list that opens under a field to choose from; above drawers and notices, and part of no page. */
export function DeskOptions({ options, empty }: Props) {
  return (
    // Not modal for the reason `DeskMenu` gives; it closes as soon as the focus or the page moves.
    <Popover className="desk-menu desk-options" placement="bottom start" offset={4} isNonModal>
      <ListBox
        className="desk-menu-list"
        items={options}
        renderEmptyState={() => <p className="desk-options-empty">{empty}</p>}
      >
        {({ label, isDisabled = false }) => (
          <ListBoxItem className="desk-menu-item" textValue={label} isDisabled={isDisabled}>
            {({ isSelected }) => (
              <>
                <span className="desk-option-text">{label}</span>
                {isSelected && <DeskIcon name="check" />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
