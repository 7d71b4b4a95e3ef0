import { useId, useState } from 'react';
import './text-field.css';
import './suggest-field.css';

type Option = { id: string; label: string };
type Props = {
  label: string;
  /** What an empty field means. */
  placeholder: string;
  /** Those that fit what is typed. */
  options: readonly Option[];
  /** What is chosen, in words; empty for none. */
  chosen: string;
  /** Told while typing; undefined when it was left. */
  onType: (text: string | undefined) => void;
  onChoose: (id: string | undefined) => void;
};

/** One of many, by typing a part of its words: what stands there in full is chosen, and nothing when emptied. */
export function SuggestField({ label, placeholder, options, chosen, onType, onChoose }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const put = (text: string | undefined) => {
    setTyped(text);
    onType(text);
  };
  const handleChange = (text: string) => {
    put(text);
    const option = options.find((one) => one.label === text);
    if (option || text === '') onChoose(option?.id);
  };
  return (
    <div className="text-field suggest-field">
      <label htmlFor={id}>{label}</label>
      <div className="text-field-box">
        <input
          id={id}
          type="search"
          list={`${id}-list`}
          placeholder={placeholder}
          autoComplete="off"
          value={typed ?? chosen}
          onChange={(event) => handleChange(event.target.value)}
          onBlur={() => put(undefined)}
        />
        <datalist id={`${id}-list`}>
          {options.map((option) => (
            <option key={option.id} value={option.label}>
              {option.label}
            </option>
          ))}
        </datalist>
      </div>
    </div>
  );
}
