import type { User } from '@sunloop/shared-types';
import { useId, useState } from 'react';
import '../../ui/text-field.css';

/** More names than this help nobody to choose. */
const OFFERED = 20;

type Props = {
  users: readonly User[];
  selected: string | undefined;
  onSelect: (userId: string | undefined) => void;
};

const nameOf = ({ username, email }: User) => `${username} (${email})`;

/** A user, by typing part of the name or e-mail; emptied it means everybody. */
export function UserField({ users, selected, onSelect }: Props) {
  const id = useId();
  const chosen = users.find((user) => user.id === selected);
  const shown = chosen ? nameOf(chosen) : (selected ?? '');
  const [typed, setTyped] = useState({ text: shown, for: selected });
  const text = typed.for === selected && typed.text !== selected ? typed.text : shown;
  const handleChange = (next: string) => {
    const user = users.find((one) => nameOf(one) === next);
    const isDecided = user !== undefined || next === '';
    setTyped({ text: next, for: isDecided ? user?.id : selected });
    if (isDecided) onSelect(user?.id);
  };
  const part = text.toLowerCase();
  const offered = users.filter((user) => nameOf(user).toLowerCase().includes(part));
  return (
    <div className="text-field">
      <label htmlFor={id}>User</label>
      <div className="text-field-box">
        <input
          id={id}
          type="search"
          list={`${id}-names`}
          placeholder="Everybody"
          autoComplete="off"
          value={text}
          onChange={(event) => handleChange(event.target.value)}
          onBlur={() => setTyped({ text: shown, for: selected })}
        />
        <datalist id={`${id}-names`}>
          {offered.slice(0, OFFERED).map((user) => (
            <option key={user.id} value={nameOf(user)}>
              {nameOf(user)}
            </option>
          ))}
        </datalist>
      </div>
    </div>
  );
}
