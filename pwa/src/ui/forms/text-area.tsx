import { useId } from 'react';
import type { FieldProps } from './use-form.ts';
import './text-field.css';
import './text-area.css';

type Props = FieldProps & { label: string; onBlur?: () => void };

/** A labeled multi-line field with its error. */
export function TextArea({ label, error, onChange, ...props }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="text-field text-area" data-invalid={error ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="text-field-box">
        <textarea
          {...props}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {error && (
        <p className="text-field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
