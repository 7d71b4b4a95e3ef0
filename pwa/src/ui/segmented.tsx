import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import './segmented.css';

type Option<Id> = { id: Id; label: string; content: ReactNode };
type Props<Id> = {
  label: string;
  options: readonly Option<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
};

/** A few choices side by side, exactly one of them taken. */
export function Segmented<Id extends string>({ label, options, selected, onSelect }: Props<Id>) {
  return (
    <ToggleButtonGroup
      className="segmented"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[selected]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys.has(option.id));
        if (chosen) onSelect(chosen.id);
      }}
    >
      {options.map(({ id, label: name, content }) => (
        <ToggleButton key={id} id={id} aria-label={name}>
          {content}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
