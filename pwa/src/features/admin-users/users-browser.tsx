import type { User } from '@sunloop/shared-types';
import { useDeferredValue, useMemo, useState } from 'react';
import { FilterChips } from '../../ui/forms/filter-chips.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import type { UserQuestion } from './user-acts.ts';
import { useTyped } from '../../ui/forms/use-typed.ts';
import { groupChips, groupOf, searchUsers, usersOfGroup } from './user-list.ts';
import { UsersTable } from './users-table.tsx';
import './users-browser.css';

/** The list's part of the URL. */
export type UsersView = {
  q?: string | undefined;
  status?: string | undefined;
  sort?: string | undefined;
};

type Props = {
  users: readonly User[];
  ownId: string;
  view: UsersView;
  onView: (patch: UsersView) => void;
  onOpen: (user: User) => void;
  onAsk: (question: UserQuestion) => void;
};

/** All users of the installation, to search, filter and sort. */
export function UsersBrowser({ users, ownId, view, onView, onOpen, onAsk }: Props) {
  const [page, setPage] = useState(0);
  const change = (patch: UsersView) => {
    setPage(0);
    onView(patch);
  };
  const [typed, type] = useTyped(view.q ?? '', (text) => change({ q: text || undefined }));
  const q = useDeferredValue(typed);
  const group = groupOf(view.status);
  const found = useMemo(() => searchUsers(users, q), [users, q]);
  const chips = useMemo(() => groupChips(found), [found]);
  const listed = useMemo(() => usersOfGroup(found, group), [found, group]);
  return (
    <div className="stack users-browser">
      <SearchField label="Search name, email, phone or code" value={typed} onChange={type} />
      <FilterChips
        label="Users"
        chips={chips}
        selected={group}
        onSelect={(id) => change({ status: id === 'all' ? undefined : id })}
      />
      <UsersTable
        users={listed}
        ownId={ownId}
        sort={view.sort}
        page={page}
        onSort={(sort) => change({ sort })}
        onPage={setPage}
        onOpen={onOpen}
        onAsk={onAsk}
        onShowAll={() => change({ q: undefined, status: undefined })}
      />
    </div>
  );
}
