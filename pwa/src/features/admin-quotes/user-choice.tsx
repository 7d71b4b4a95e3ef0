import type { User } from '@sunloop/shared-types';
import { useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useFocusSwap } from '../../ui/use-focus-swap.ts';
import { type FindUsers, type FoundUsers, useUserSearch } from './use-user-search.ts';

type Props = { findUsers: FindUsers; chosen: User | null; onChoose: (user: User | null) => void };

/** Chooses one user, found by part of the name or email. */
export function UserChoice({ findUsers, chosen, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useFocusSwap(box, chosen ? 'chosen' : 'search');
  return (
    <div ref={box}>
      {chosen ? (
        <div className="chosen-user">
          <UserWords user={chosen} />
          <Button variant="quiet" size="sm" onPress={() => onChoose(null)}>
            Choose another
          </Button>
        </div>
      ) : (
        <UserSearch findUsers={findUsers} onChoose={onChoose} />
      )}
    </div>
  );
}

function UserSearch({ findUsers, onChoose }: Omit<Props, 'chosen'>) {
  const [typed, setTyped] = useState('');
  const { found, retry } = useUserSearch(findUsers, typed);
  return (
    <div className="stack">
      <SearchField label="Search users by name or email" value={typed} onChange={setTyped} />
      <p className="muted" role="status">
        {statusText(found)}
      </p>
      {found.kind === 'failed' && (
        <Button variant="quiet" size="sm" icon="sync" onPress={retry}>
          Try again
        </Button>
      )}
      {found.kind === 'found' && <FoundList users={found.users} onChoose={onChoose} />}
    </div>
  );
}

function FoundList({ users, onChoose }: { users: User[]; onChoose: (user: User) => void }) {
  return (
    <ul className="found-users" aria-label="Users found">
      {users.map((user) => (
        <li key={user.id}>
          <button type="button" disabled={user.isActive !== 'true'} onClick={() => onChoose(user)}>
            <UserWords user={user} />
            {user.isActive !== 'true' && <Badge tone="plain">Inactive</Badge>}
          </button>
        </li>
      ))}
    </ul>
  );
}

function UserWords({ user: { username, email } }: { user: User }) {
  return (
    <span className="user-words">
      <strong>{username}</strong>
      <span>{email}</span>
    </span>
  );
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
