import type { User } from '@sunloop/shared-types/ground/user.ts';
import { createContext, memo, useContext, useMemo } from 'react';
import { formatDay } from '../../../lib/format-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DeskMenu } from '../../../ui/desk/menu.tsx';
import type { DeskColumn } from '../../../ui/desk/sort.ts';
import { DeskTable } from '../../../ui/desk/table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { isActiveUser, roleLabel, type UserQuestion } from './user-acts.ts';
import { StatusBadge } from './status-badge.tsx';
import type { UsersView } from './user-list.ts';

type Props = {
  users: readonly User[];
  /** The admin's own id. */
  ownId: string;
  sort: string;
  onView: (patch: UsersView) => void;
  onOpen: (user: User) => void;
  onAsk: (question: UserQuestion) => void;
};

/** Users with what can be done to each (SPEC §2); drawn again only when they change, because that takes a tenth of a second. */
export const UsersTable = memo(function UsersTable(props: Props) {
  const { users, ownId, sort, onView, onOpen, onAsk } = props;
  const around = useMemo(() => ({ ownId, onOpen, onAsk }), [ownId, onOpen, onAsk]);
  return (
    <AroundContext value={around}>
      <DeskTable
        label="Users"
        columns={COLUMNS}
        rows={users}
        sort={sort}
        onSort={(by) => onView({ sort: by })}
        empty={
          <EmptyState icon="search" title="No user matches this search.">
            <Button variant="quiet" onPress={() => onView({ q: undefined, status: undefined })}>
              Show all
            </Button>
          </EmptyState>
        }
      />
    </AroundContext>
  );
});

/**
 * What the cells need from the page around them. The columns themselves stay the same, because new ones would redraw
 * every row and its open menu.
 */
type Around = Pick<Props, 'ownId' | 'onOpen' | 'onAsk'>;
const AroundContext = createContext<Around>({ ownId: '', onOpen: () => {}, onAsk: () => {} });

const COLUMNS: readonly DeskColumn<User>[] = [
  {
    id: 'username',
    label: 'Username',
    cell: (user) => <Name user={user} />,
    sortBy: 'server',
  },
  { id: 'email', label: 'Email', cell: ({ email }) => email, sortBy: 'server' },
  { id: 'role', label: 'Role', cell: (user) => <RoleBadge user={user} />, sortBy: 'server' },
  {
    id: 'status',
    label: 'Status',
    cell: (user) => <StatusBadge user={user} />,
    sortBy: 'server',
  },
  {
    id: 'created',
    label: 'Registration Date',
    cell: ({ createdAt }) => formatDay(createdAt),
    sortBy: 'server',
  },
  { id: 'actions', label: 'Actions', cell: (user) => <RowActions user={user} /> },
];

function Name({ user }: { user: User }) {
  const { ownId, onOpen } = useContext(AroundContext);
  return (
    <span className="user-name">
      <Button variant="bare" size="sm" onPress={() => onOpen(user)}>
        <span className="truncate">{user.username}</span>
      </Button>
      {user.id === ownId && <small className="muted">You</small>}
    </span>
  );
}

function RoleBadge({ user }: { user: User }) {
  return <Badge tone={user.role === 'admin' ? 'info' : 'plain'}>{roleLabel(user)}</Badge>;
}

function RowActions({ user }: { user: User }) {
  const { onOpen, onAsk } = useContext(AroundContext);
  const isActive = isActiveUser(user);
  if (user.erasedAt !== undefined) return null;
  const ask = (kind: UserQuestion['kind']) => () => onAsk({ kind, user });
  return (
    <span className="user-actions">
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Reset Password of ${user.username}`}
        onPress={ask('reset')}
      >
        Reset Password
      </Button>
      <DeskMenu
        label={`More actions for ${user.username}`}
        actions={[
          { id: 'open', label: 'Open', icon: 'person', onAction: () => onOpen(user) },
          { id: 'edit', label: 'Edit', icon: 'edit', onAction: ask('edit') },
          {
            id: 'role',
            label: user.role === 'admin' ? 'Make a customer' : 'Make an admin',
            icon: 'shield',
            onAction: ask('role'),
          },
          {
            id: 'activity',
            label: isActive ? 'Make inactive' : 'Make active',
            icon: isActive ? 'lock' : 'check',
            onAction: ask('activity'),
            ...(isActive && { tone: 'danger' as const }),
          },
        ]}
      />
    </span>
  );
}
