import { useId } from 'react';
import type { FieldProps } from './use-form.ts';
import './check-box.css';

/** A statement with a box to tick, and its error; the value is empty while it is not ticked. */
export function CheckBox({ label, value, error, name, onChange }: FieldProps & { label: string }) {
  const id = useId();
  return (
    <div>
      <label className="check-box">
        <input
          type="checkbox"
          name={name}
          checked={value !== ''}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChange(event.target.checked ? 'yes' : '')}
        />
        {label}
      </label>
      {error && (
        <p className="text-field-error" id={id}>
          {error}
        </p>
      )}
    </div>
  );
}
