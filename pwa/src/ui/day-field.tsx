import { useId, useState } from 'react';
import './text-field.css';
import './day-field.css';

/** A year typed digit by digit begins as the year 2; everything here is younger than this. */
const FIRST_DAY = '2000-01-01';

type Props = {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
};

/** A day, told once it is a whole one. */
export function DayField({ label, value = '', onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState({ text: value, for: value });
  const text = typed.for === value ? typed.text : value;
  const handleChange = (next: string) => {
    const isWhole = next === '' || next >= FIRST_DAY;
    setTyped({ text: next, for: isWhole ? next : value });
    if (isWhole) onChange(next === '' ? undefined : next);
  };
  return (
    <div className="text-field day-field">
      <label htmlFor={id}>{label}</label>
      <div className="text-field-box">
        <input
          id={id}
          type="date"
          min={FIRST_DAY}
          value={text}
          onChange={(event) => handleChange(event.target.value)}
        />
      </div>
    </div>
  );
}
