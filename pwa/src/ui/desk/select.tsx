import { Button, Label, Select, SelectValue } from 'react-aria-components/Select';
import { DeskIcon } from './icon.tsx';
import { DeskOptions, type DeskOption } from './options.tsx';
import './select.css';

type Props<Id extends string> = {
  label: string;
  options: readonly DeskOption<Id>[];
  value: Id;
  onChange: (id: Id) => void;
};

/** Chooses one of a few: opens on a press or arrow down, and takes first letters even while closed. */
export function DeskSelect<Id extends string>({ label, options, value, onChange }: Props<Id>) {
  return (
    <Select
      className="desk-select"
      value={value}
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key);
        if (chosen) onChange(chosen.id);
      }}
    >
      <Label>{label}</Label>
      <Button className="desk-select-button">
        <SelectValue className="desk-select-value" />
        <DeskIcon name="down" />
      </Button>
      <DeskOptions options={options} />
    </Select>
  );
}
