import { useState } from 'react';
import { Button, ComboBox, Input, Label } from 'react-aria-components/ComboBox';
import { Group } from 'react-aria-components/Group';
import { DeskIcon } from './icon.tsx';
import { DeskOptions, type DeskOption } from './options.tsx';
import '../forms/text-field.css';
import './number-field.css';
import './combobox.css';

type Props = {
  label: string;
  /** What an empty field means. */
  placeholder: string;
  /** Options that match what is typed. */
  options: readonly DeskOption[];
  /** Stands in place of them where there is none; without it no list opens then. */
  empty: string | undefined;
  /** Said above the options about them. */
  note?: string | undefined;
  /** What is chosen, and in words; both empty for none. */
  chosenId: string;
  chosen: string;
  /** Called while typing; with undefined when the field was left or an option chosen. */
  onType: (text: string | undefined) => void;
  onChoose: (id: string | undefined) => void;
};

const ALL = () => true;

/** Chooses one of many by typing part of its label; emptying the field chooses none. */
export function DeskCombobox({ label, placeholder, options, empty, note, ...props }: Props) {
  const { chosenId, chosen, onType, onChoose } = props;
  const [typed, setTyped] = useState<string>();
  const [emptied, setEmptied] = useState<string>();
  // An emptied field has chosen none, though the answer to `onChoose` may come later.
  const chosenNow = chosenId === emptied ? '' : chosenId;
  const leave = () => {
    setTyped(undefined);
    setEmptied(undefined);
    onType(undefined);
  };
  const handleType = (text: string) => {
    setTyped(text);
    onType(text);
    if (text !== '' || chosenNow === '') return;
    setEmptied(chosenId);
    onChoose(undefined);
  };
  const handleChoose = (key: string | number | null) => {
    // Chosen again, or given up with Escape; what was typed would open the list once more.
    if ((key ?? '') === chosenNow) return leave();
    const option = options.find(({ id }) => id === key);
    if (!option) return;
    // Shows the label at once; the chosen value may come back only after the list has closed, and would open it again.
    setTyped(option.label);
    setEmptied(undefined);
    onType(undefined);
    onChoose(option.id);
  };
  return (
    <ComboBox
      className="text-field desk-combobox"
      inputValue={typed ?? chosen}
      onInputChange={handleType}
      value={chosenNow === '' ? null : chosenNow}
      onChange={handleChoose}
      onBlur={leave}
      defaultFilter={ALL}
      allowsEmptyCollection={empty !== undefined}
    >
      <Label>{label}</Label>
      <Group className="text-field-box">
        <Input placeholder={placeholder} />
        <Button className="desk-step">
          <DeskIcon name="down" />
        </Button>
      </Group>
      <DeskOptions options={options} note={note} {...(empty !== undefined && { empty })} />
    </ComboBox>
  );
}
