import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox';
import { DeskIcon } from './icon.tsx';
import './checkbox.css';

type Props = {
  /** A label beside the box; without one, the box needs `aria-label`. */
  children?: ReactNode;
  'aria-label'?: string;
  isSelected?: boolean;
  isIndeterminate?: boolean;
  isDisabled?: boolean;
  onChange?: (isSelected: boolean) => void;
  /** Inside a `DeskTable` row, where the table controls the selection. */
  slot?: 'selection';
};

/** A checkbox. */
export function DeskCheckbox({ children, ...props }: Props) {
  return (
    <CheckboxField {...props} className="desk-checkbox">
      <CheckboxButton className="desk-checkbox-button">
        {({ isSelected, isIndeterminate }) => (
          <>
            <span className="desk-checkbox-box">
              {isIndeterminate && <DeskIcon name="minus" />}
              {isSelected && !isIndeterminate && <DeskIcon name="check" />}
            </span>
            {children}
          </>
        )}
      </CheckboxButton>
    </CheckboxField>
  );
}
