import { SwitchButton, SwitchField } from 'react-aria-components/Switch';
import './switch.css';

type Props = {
  label: string;
  /** Its text when it is on and when it is off; screen readers say 'on' and 'off' themselves. */
  words: { on: string; off: string };
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
};

/** A form field with two states. */
export function DeskSwitch({ label, words, isSelected, onChange }: Props) {
  return (
    <SwitchField className="desk-switch" isSelected={isSelected} onChange={onChange}>
      <SwitchButton className="desk-switch-button">
        <span className="desk-switch-label">{label}</span>
        <span className="desk-switch-track">
          <span className="desk-switch-thumb" />
        </span>
        <span aria-hidden="true">{isSelected ? words.on : words.off}</span>
      </SwitchButton>
    </SwitchField>
  );
}
