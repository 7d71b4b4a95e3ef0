import type { User } from '@sunloop/shared-types/ground/user.ts';
import { FilterChips } from '../../../ui/forms/filter-chips.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { useTyped } from '../../../ui/forms/use-typed.ts';
import { Reading } from '../../../ui/reading.tsx';
import { Pager } from './pager.tsx';
import type { UserQuestion } from './user-acts.ts';
import { groupChips, groupOf, orderOf, type UserPage, type UsersView } from './user-list.ts';
import { UsersTable } from './users-table.tsx';
import './users-browser.css';

type Props = {
  page: UserPage;
  ownId: string;
  view: UsersView;
  onView: (patch: UsersView) => void;
  onOpen: (user: User) => void;
  onAsk: (question: UserQuestion) => void;
};

/** All users of the installation, to search, filter and sort. */
export function UsersBrowser({ page, ownId, view, onView, onOpen, onAsk }: Props) {
  const group = groupOf(view);
  const count = page.users.kind === 'ready' ? page.users.data.length : 0;
  return (
    <div className="stack users-browser">
      <Search q={view.q ?? ''} onType={(text) => onView({ q: text || undefined })} />
      <FilterChips
        label="Users"
        chips={groupChips(page.counts)}
        selected={group}
        onSelect={(id) => onView({ status: id === 'all' ? undefined : id })}
      />
      <div className="stack" aria-busy={page.isBehind || undefined}>
        <Reading of={page.users} what="The users" lines={8}>
          {(users) => (
            <UsersTable
              users={users}
              ownId={ownId}
              sort={orderOf(view)}
              onView={onView}
              onOpen={onOpen}
              onAsk={onAsk}
            />
          )}
        </Reading>
        <Pager {...page} count={count} total={page.counts?.[group]} />
      </div>
    </div>
  );
}

/** By itself, because drawing the rows again with every letter would slow down typing. */
function Search({ q, onType }: { q: string; onType: (text: string) => void }) {
  const [typed, type] = useTyped(q, onType);
  return <SearchField label="Search name, email, phone or code" value={typed} onChange={type} />;
}
