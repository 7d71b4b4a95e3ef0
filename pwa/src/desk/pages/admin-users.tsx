import type { User } from '@sunloop/shared-types/ground/user.ts';
import { PAGE_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { useCallback, useState } from 'react';
import { AddUserPart } from '../accounts/users/add-user-part.tsx';
import type { UserQuestion } from '../accounts/users/user-acts.ts';
import { UserDialogs } from '../accounts/users/user-dialogs.tsx';
import { filterWords, usersQuestion, type UsersView } from '../accounts/users/user-list.ts';
import { PRINTED } from '../accounts/users/printed-columns.ts';
import { UsersBrowser } from '../accounts/users/users-browser.tsx';
import { askPage } from '@sunloop/engine/desk.ts';
import { Card } from '../../ui/card.tsx';
import { PrintButton } from '../../ui/forms/file-button.tsx';
import type { PanelProps } from './admin-panels.ts';
import { AdminUser } from './admin-user.tsx';
import { useUserActs } from './use-user-acts.ts';
import { printDeskList } from './print-desk-list.ts';
import { START, useUserPage, type Way } from './use-user-page.ts';
import { useUserDb } from '../../stored/user-db.ts';

/** User Management: everybody's accounts, and with `user` in the URL one of them. */
export function UsersPanel({ user: own, search, onSearch }: PanelProps) {
  const db = useUserDb();
  const acts = useUserActs();
  const [asked, setAsked] = useState<UserQuestion | null>(null);
  const [opened, setOpened] = useState<User>();
  // Kept while one of them is looked at.
  const way = useState(START);
  const onOpen = useCallback(
    (user: User) => {
      setOpened(user);
      onSearch({ user: user.id });
    },
    [onSearch],
  );
  const print = () =>
    printDeskList({
      title: 'All Users',
      filters: filterWords(search),
      columns: PRINTED,
      read: (after) => {
        const query = { ...usersQuestion(search), limit: String(PAGE_MAX_ROWS), after };
        return askPage(db, routes.users, { query });
      },
    });
  return (
    <>
      {search.user === undefined ? (
        <div className="stack">
          <AddUserPart
            isOpen={search.tab === 'add'}
            onToggle={(isOpen) => onSearch({ tab: isOpen ? 'add' : undefined }, { replace: true })}
            hasMail={own.hasMail === true}
            onAdd={acts.add}
          />
          <Card title="All Users" action={<PrintButton onPrint={print} />}>
            <Users {...{ ownId: own.id, search, onSearch, way, onOpen }} onAsk={setAsked} />
          </Card>
        </div>
      ) : (
        <AdminUser
          key={search.user}
          id={search.user}
          known={opened?.id === search.user ? opened : undefined}
          onAsk={setAsked}
          onSave={() => void acts.saveData(search.user ?? '')}
          onSearch={onSearch}
        />
      )}
      <UserDialogs asked={asked} acts={acts} ownId={own.id} onClose={() => setAsked(null)} />
    </>
  );
}

type UsersProps = Pick<PanelProps, 'search' | 'onSearch'> & {
  ownId: string;
  way: [Way, (way: Way) => void];
  onOpen: (user: User) => void;
  onAsk: (question: UserQuestion) => void;
};

function Users({ search, onSearch, way, ...props }: UsersProps) {
  const page = useUserPage(search, way);
  const handleView = useCallback(
    (view: UsersView) => onSearch(view, { replace: true }),
    [onSearch],
  );
  return <UsersBrowser {...props} page={page} view={search} onView={handleView} />;
}
