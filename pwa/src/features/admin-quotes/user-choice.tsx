import type { User } from '@sunloop/shared-types';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DeskCombobox } from '../../ui/desk/combobox.tsx';
import { type FindUsers, type FoundUsers, useUserSearch } from './use-user-search.ts';

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
  const { found, retry } = useUserSearch(findUsers, typed);
  const users = found.kind === 'found' ? found.users : [];
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
        empty={emptyText(found)}
        chosenId={chosen?.id ?? ''}
        // Left without a choice it keeps what was typed, for a search that can be tried again.
        chosen={chosen ? nameOf(chosen) : typed}
        onType={(text) => text !== undefined && setTyped(text)}
        onChoose={(id) => onChoose(users.find((user) => user.id === id) ?? null)}
      />
      <p className="muted" role="status">
        {statusText(found)}
      </p>
      {found.kind === 'failed' && (
        <Button variant="quiet" size="sm" icon="sync" onPress={handleRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** What the list says where it has nobody; nothing to say opens none, for it would cover the status. */
function emptyText(found: FoundUsers): string | undefined {
  return found.kind === 'idle' || found.kind === 'failed' ? undefined : statusText(found);
}

function statusText(found: FoundUsers): string {
  switch (found.kind) {
    case 'idle':
      return 'Type part of the name or email of the customer who sent this person.';
    case 'searching':
      return 'Searching...';
    case 'failed':
      return found.message;
    case 'found':
      if (found.users.length === 0) return 'No user matches.';
      return found.users.length === 1 ? '1 user' : `${found.users.length} users`;
  }
}
