import {
  Button,
  FieldError,
  Group,
  Input,
  Label,
  NumberField,
  Text,
} from 'react-aria-components/NumberField';
import { DeskIcon } from './desk-icon.tsx';
import './desk-number-field.css';

type Props = {
  label: string;
  /** null: nothing is typed. */
  value: number | null;
  onChange: (value: number | null) => void;
  minValue?: number;
  maxValue?: number;
  step?: number;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  /** A few words under the field. */
  description?: string;
  error?: string | undefined;
  name?: string;
};

/** A number to type or to count up and down; what was typed counts when the field is left or on Enter. */
export function DeskNumberField({ label, value, onChange, description, error, ...props }: Props) {
  return (
    <NumberField
      {...props}
      className="desk-number-field"
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label>{label}</Label>
      <Group className="desk-number-box">
        <Button slot="decrement">
          <DeskIcon name="minus" />
        </Button>
        <Input />
        <Button slot="increment">
          <DeskIcon name="plus" />
        </Button>
      </Group>
      {description && <Text slot="description">{description}</Text>}
      <FieldError className="desk-number-error">{error}</FieldError>
    </NumberField>
  );
}
