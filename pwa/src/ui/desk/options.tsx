import { ListBox, ListBoxItem, Popover } from 'react-aria-components/Select';
import { DeskIcon } from './icon.tsx';
import './menu.css';
import './options.css';

export type DeskOption<Id extends string = string> = {
  id: Id;
  label: string;
  isDisabled?: boolean;
};

type Props = {
  options: readonly DeskOption[];
  /** Shown if there are none. */
  empty?: string;
  /** Said above them. */
  note?: string | undefined;
};

/** The list of options that opens under a field, outside the page and above drawers and notices. */
export function DeskOptions({ options, empty, note }: Props) {
  return (
    // Not modal for the reason `DeskMenu` gives; it closes as soon as the focus or the page moves.
    <Popover className="desk-menu desk-options" placement="bottom start" offset={4} isNonModal>
      {note !== undefined && (
        <p className="desk-options-note" role="status">
          {note}
        </p>
      )}
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
