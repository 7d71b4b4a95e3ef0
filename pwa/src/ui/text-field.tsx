import {
  FieldError,
  Input,
  Label,
  Text,
  TextField as AriaTextField,
  type TextFieldProps,
} from 'react-aria-components/TextField';
import type { ReactNode } from 'react';
import './text-field.css';

type Props = Omit<TextFieldProps, 'children' | 'className'> & {
  label: string;
  description?: string;
  /** A control standing inside the field, at its end. */
  end?: ReactNode;
  error?: string | undefined;
};

/** A labelled one-line field with its hint and its error. */
export function TextField({ label, description, end, error, ...props }: Props) {
  return (
    <AriaTextField {...props} className="text-field" isInvalid={error !== undefined}>
      <Label>{label}</Label>
      <div className="text-field-box">
        <Input />
        {end}
      </div>
      {description && error === undefined && <Text slot="description">{description}</Text>}
      <FieldError>{error}</FieldError>
    </AriaTextField>
  );
}
