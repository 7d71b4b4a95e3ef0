import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import './filter-chips.css';

type Chip<Id> = { id: Id; label: string; count: number };
type Props<Id> = {
  label: string;
  chips: readonly Chip<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
};

/** Parts of a list to choose from, each with how many it holds; exactly one is taken. */
export function FilterChips<Id extends string>({ label, chips, selected, onSelect }: Props<Id>) {
  return (
    <ToggleButtonGroup
      className="filter-chips"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[selected]}
      onSelectionChange={(keys) => {
        const chosen = chips.find((chip) => keys.has(chip.id));
        if (chosen) onSelect(chosen.id);
      }}
    >
      {chips.map(({ id, label: name, count }) => (
        <ToggleButton key={id} id={id}>
          {name} <span>{count.toLocaleString()}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
