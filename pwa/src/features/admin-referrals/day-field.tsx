import { useId } from 'react';
import './desk-field.css';

type Props = { label: string; value: string; onChange: (day: string | undefined) => void };

/** A day, by the platform's own calendar. */
export function DayField({ label, value, onChange }: Props) {
  const id = useId();
  return (
    <div className="desk-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </div>
  );
}
