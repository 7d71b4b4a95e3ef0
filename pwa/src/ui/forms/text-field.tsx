import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import type { FieldProps } from './use-form.ts';
import './text-field.css';

type InputProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'autoComplete'> & {
  type?: 'text' | 'email' | 'tel' | 'password';
};
type Props = InputProps &
  FieldProps & {
    label: string;
    /** A control inside the field, at its end. */
    end?: ReactNode;
  };

/** A labeled one-line field with its error. */
export function TextField({ label, end, error, onChange, type, ...props }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="text-field" data-invalid={error ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="text-field-box">
        <input
          inputMode={type === 'email' || type === 'tel' ? type : undefined}
          {...props}
          type={type}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      {error && (
        <p className="text-field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
