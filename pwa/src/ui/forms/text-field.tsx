import { useId, type ClipboardEvent, type InputHTMLAttributes, type ReactNode } from 'react';
import { oneLine } from '../../lib/one-line.ts';
import type { FieldProps } from './use-form.ts';
import './text-field.css';

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'inputMode' | 'autoComplete' | 'onFocus' | 'onPaste'
> & {
  type?: 'text' | 'email' | 'tel' | 'password';
};
type Props = InputProps &
  FieldProps & {
    label: string;
    /** A control inside the field, at its end. */
    end?: ReactNode;
    /** Stands below the field. */
    note?: ReactNode;
  };

/** A labeled one-line field with its error. */
export function TextField({ label, end, note, error, onChange, type, ...props }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  const isAddress = props.name === 'address';
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
          value={isAddress ? oneLine(props.value) : props.value}
          {...(isAddress && { onPaste: pasteInOneLine })}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      {error && (
        <p className="text-field-error" id={errorId}>
          {error}
        </p>
      )}
      {note}
    </div>
  );
}

/** Browsers take the line ends out of what is pasted into one line, and street and town grow together. */
function pasteInOneLine(event: ClipboardEvent): void {
  const text = event.clipboardData.getData('text').trim();
  // Unlike setting the value, this can be undone; where it does nothing, the browser pastes as it does.
  if (/[\r\n]/.test(text) && document.execCommand('insertText', false, oneLine(text))) {
    event.preventDefault();
  }
}
