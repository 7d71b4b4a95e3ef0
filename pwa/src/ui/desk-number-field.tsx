import {
  Button,
  FieldError,
  Group,
  Input,
  Label,
  NumberField,
} from 'react-aria-components/NumberField';
import { DeskIcon } from './desk-icon.tsx';
import { numberIn } from './form-values.ts';
import type { FieldProps } from './use-form.ts';
import './text-field.css';
import './desk-number-field.css';

/** Digits after the point: as many as the server takes. */
const WHOLE = { useGrouping: false, maximumFractionDigits: 0 };
const DECIMAL = { useGrouping: false, maximumFractionDigits: 6 };

type Props = Omit<FieldProps, 'name'> & {
  label: string;
  /** Whether it may have digits after the point. */
  isDecimal?: boolean;
};

/** A number from 0 on, to type or to count up and down; its value is the text of a form, empty for none. */
export function DeskNumberField({ label, value, error, onChange, isDecimal = false }: Props) {
  // React Aria tells a number once the field is left; a form must know of half-typed ones, too.
  const handleType = (text: string) => {
    const plain = text.replaceAll(',', '');
    if (plain === '' || Number.isFinite(numberIn(plain))) onChange(plain);
  };
  return (
    <NumberField
      className="text-field"
      value={numberIn(value)}
      onChange={(next) => onChange(Number.isNaN(next) ? '' : String(next))}
      minValue={0}
      formatOptions={isDecimal ? DECIMAL : WHOLE}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      isWheelDisabled
      decrementAriaLabel={`Decrease ${label}`}
      incrementAriaLabel={`Increase ${label}`}
    >
      <Label>{label}</Label>
      <Group className="text-field-box">
        <Input onChange={(event) => handleType(event.target.value)} />
        <Button slot="decrement" className="desk-step">
          <DeskIcon name="minus" />
        </Button>
        <Button slot="increment" className="desk-step">
          <DeskIcon name="plus" />
        </Button>
      </Group>
      <FieldError className="text-field-error">{error}</FieldError>
    </NumberField>
  );
}
