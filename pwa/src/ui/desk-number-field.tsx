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

/** Decimal places: as many as the server accepts. */
const WHOLE = { useGrouping: false, maximumFractionDigits: 0 };
const DECIMAL = { useGrouping: false, maximumFractionDigits: 6 };

type Props = Omit<FieldProps, 'name'> & {
  label: string;
  /** Whether it may have decimal places. */
  isDecimal?: boolean;
};

/** A number of at least 0, to type or to step up and down; its value is a form's text, empty for none. */
export function DeskNumberField({ label, value, error, onChange, isDecimal = false }: Props) {
  // React Aria reports a number once the field is left; a form must know half-typed ones, too.
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
