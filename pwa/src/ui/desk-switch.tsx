import { SwitchButton, SwitchField } from 'react-aria-components/Switch';
import './desk-switch.css';

type Props = {
  /** What is on or off; `isLabelHidden` keeps it for screen readers. */
  label: string;
  isLabelHidden?: boolean;
  isSelected: boolean;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  onChange?: (isSelected: boolean) => void;
};

/** Something that is on or off and changes at once. */
export function DeskSwitch({ label, isLabelHidden = false, ...props }: Props) {
  return (
    <SwitchField {...props} className="desk-switch">
      <SwitchButton className="desk-switch-button">
        <span className="desk-switch-track">
          <span className="desk-switch-thumb" />
        </span>
        <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
      </SwitchButton>
    </SwitchField>
  );
}
