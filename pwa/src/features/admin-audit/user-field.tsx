import type { User } from '@sunloop/shared-types';
import { useState } from 'react';
import { DeskCombobox } from '../../ui/desk/combobox.tsx';

/** More names than this do not help anybody choose. */
const OFFERED = 20;

type Props = {
  users: readonly User[];
  selected: string | undefined;
  onSelect: (userId: string | undefined) => void;
};

const nameOf = ({ username, email }: User) => `${username} (${email})`;

/** Chooses a user by part of the name or email; empty means everybody. */
export function UserField({ users, selected, onSelect }: Props) {
  const [typed, setTyped] = useState('');
  const chosen = users.find((user) => user.id === selected);
  const part = typed.toLowerCase();
  const offered = users.filter((user) => nameOf(user).toLowerCase().includes(part));
  return (
    <DeskCombobox
      label="User"
      placeholder="Everybody"
      options={offered.slice(0, OFFERED).map((user) => ({ id: user.id, label: nameOf(user) }))}
      empty="Nobody was found."
      chosenId={selected ?? ''}
      chosen={chosen ? nameOf(chosen) : (selected ?? '')}
      onType={(text = '') => setTyped(text)}
      onChoose={onSelect}
    />
  );
}
