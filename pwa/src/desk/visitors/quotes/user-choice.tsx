import type { User } from '@sunloop/shared-types/ground/user.ts';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DeskCombobox } from '../../../ui/desk/combobox.tsx';
import { useWhileTyping } from '../../../ui/forms/use-while-typing.ts';
import type { FindUsers } from './quote-acts.ts';

type Props = { findUsers: FindUsers; chosen: User | null; onChoose: (user: User | null) => void };

const isInactive = ({ isActive }: User) => isActive !== 'true';
const nameOf = ({ username, email }: User) => `${username} (${email})`;
const optionOf = (user: User) => ({
  id: user.id,
  label: isInactive(user) ? `${nameOf(user)}, inactive` : nameOf(user),
  isDisabled: isInactive(user),
});

/** One user, found by a part of the name or email; nobody who can no longer sign in. */
export function UserChoice({ findUsers, chosen, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const q = typed.trim();
  const { isBusy, retry, ...told } = useWhileTyping(q === '' ? undefined : q, findUsers);
  const { answer: users = [], problem } = q === '' || isBusy ? {} : told;
  const status = isBusy ? 'Searching...' : (problem ?? statusText(q, users.length));
  const handleRetry = () => {
    // The button goes, and the list that may come opens from the field.
    box.current?.querySelector('input')?.focus();
    retry();
  };
  return (
    <div className="stack" ref={box}>
      <DeskCombobox
        label="Search users by name or email"
        placeholder="Nobody yet"
        options={users.map(optionOf)}
        // Nothing to say opens no list, for it would cover the status.
        empty={q === '' || problem !== undefined ? undefined : status}
        chosenId={chosen?.id ?? ''}
        // Left without a choice it keeps what was typed, for a search that can be tried again.
        chosen={chosen ? nameOf(chosen) : typed}
        onType={(text) => text !== undefined && setTyped(text)}
        onChoose={(id) => onChoose(users.find((user) => user.id === id) ?? null)}
      />
      <p className="muted" role="status">
        {status}
      </p>
      {problem !== undefined && (
        <Button variant="quiet" size="sm" icon="sync" onPress={handleRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

function statusText(q: string, count: number): string {
  if (q === '') return 'Type part of the name or email of the customer who sent this person.';
  if (count === 0) return 'No user matches.';
  return count === 1 ? '1 user' : `${count} users`;
}
