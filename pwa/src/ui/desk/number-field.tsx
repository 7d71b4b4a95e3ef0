import { useId, useState, type KeyboardEvent } from 'react';
import { readTypedNumber, wayToWrite, writeTypedNumber } from '../../lib/typed-number.ts';
import { DeskIcon } from './icon.tsx';
import { numberIn } from '../forms/form-values.ts';
import type { FieldProps } from '../forms/use-form.ts';
import '../forms/text-field.css';
import './number-field.css';

/** As many as the server accepts. */
const DECIMALS_MAX = 6;
/** What a form is told of a number that may be meant in two ways: as it was typed, it could be read in the other. */
export const UNCLEAR_NUMBER = 'NaN';

type Props = Omit<FieldProps, 'name'> & {
  label: string;
  /** Whether it may have decimal places. */
  isDecimal?: boolean;
};

/**
 * A number of at least 0, to type or to step up and down, read as the browser's language writes numbers. Its value is a
 * form's text: the number as programs write it, what was typed if that is no number, so that the schema refuses it, and
 * empty for none. React Aria's own field reads '4,8' as 48 where commas part thousands.
 */
export function DeskNumberField({ label, value, error, onChange, isDecimal = false }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  const locale = navigator.language;
  const [typed, setTyped] = useState({ text: '', value: '' });
  const number = numberIn(value);
  const isOurs = typed.value === value && typed.text !== '';
  const way = isOurs ? wayToWrite(typed.text, locale) : undefined;
  const fault = way === undefined ? error : `Write it as ${way}`;
  const shown = isOurs || Number.isNaN(number) ? value : writeTypedNumber(number, locale);
  const handleType = (text: string) => {
    const read = readTypedNumber(text, locale);
    const isUnclear = wayToWrite(text, locale) !== undefined;
    const next = read === undefined ? (isUnclear ? UNCLEAR_NUMBER : text.trim()) : String(read);
    setTyped({ text, value: next });
    onChange(next);
  };
  const step = (by: 1 | -1) => {
    setTyped({ text: '', value: '' });
    const next = Math.max(0, (Number.isNaN(number) ? 0 : number) + by);
    onChange(String(Number(next.toFixed(DECIMALS_MAX))));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <div className="text-field" data-invalid={fault ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="text-field-box">
        <input
          id={id}
          type="text"
          inputMode={isDecimal ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={isOurs ? typed.text : shown}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? errorId : undefined}
          onChange={(event) => handleType(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        <Step label={`Decrease ${label}`} isDisabled={number === 0} onPress={() => step(-1)} />
        <Step label={`Increase ${label}`} onPress={() => step(1)} />
      </div>
      {fault && (
        <p className="text-field-error" id={errorId}>
          {fault}
        </p>
      )}
    </div>
  );
}

type StepProps = { label: string; isDisabled?: boolean; onPress: () => void };

/** Arrow keys do the same, so the buttons are no stops of the Tab key. */
function Step({ label, isDisabled = false, onPress }: StepProps) {
  return (
    <button
      type="button"
      className="desk-step"
      aria-label={label}
      tabIndex={-1}
      disabled={isDisabled}
      onClick={onPress}
    >
      <DeskIcon name={label.startsWith('Decrease') ? 'minus' : 'plus'} />
    </button>
  );
}
