import { useId } from 'react';
import './select-field.css';

type Option<Id> = { id: Id; label: string };
type Props<Id> = {
  label: string;
  options: readonly Option<Id>[];
  value: Id;
  onChange: (id: Id) => void;
};

/** Chooses one of a few with the platform's own list, which phone users know. */
export function SelectField<Id extends string>({ label, options, value, onChange }: Props<Id>) {
  const id = useId();
  return (
    <div className="select-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.id === event.target.value);
          if (chosen) onChange(chosen.id);
        }}
      >
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
