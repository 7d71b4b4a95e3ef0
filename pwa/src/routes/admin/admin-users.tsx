import { routes } from '@sunloop/shared-types';
import { useState } from 'react';
import { AddUserPart } from '../../features/admin-users/add-user-part.tsx';
import type { UserQuestion } from '../../features/admin-users/user-acts.ts';
import { UserDialogs } from '../../features/admin-users/user-dialogs.tsx';
import { UsersBrowser } from '../../features/admin-users/users-browser.tsx';
import { Card } from '../../ui/card.tsx';
import { Reading } from '../../ui/reading.tsx';
import type { PanelProps } from './admin-panels.ts';
import { AdminUser } from './admin-user.tsx';
import { useDeskReading } from './use-desk-reading.ts';
import { useUserActs } from './use-user-acts.ts';

/** User Management: everybody's accounts, and with `user` in the URL one of them. */
export function UsersPanel({ db, user: own, search, onSearch }: PanelProps) {
  const users = useDeskReading(db, routes.users);
  const acts = useUserActs(db);
  const [asked, setAsked] = useState<UserQuestion | null>(null);
  const known =
    users.kind === 'ready' ? users.data.find(({ id }) => id === search.user) : undefined;
  return (
    <>
      {search.user === undefined ? (
        <div className="stack">
          <AddUserPart
            isOpen={search.tab === 'add'}
            onToggle={(isOpen) => onSearch({ tab: isOpen ? 'add' : undefined }, { replace: true })}
            onAdd={acts.add}
          />
          <Card title="All Users">
            <Reading of={users} what="The users" lines={8}>
              {(all) => (
                <UsersBrowser
                  users={all}
                  ownId={own.id}
                  view={search}
                  onView={(view) => onSearch(view, { replace: true })}
                  onOpen={({ id }) => onSearch({ user: id })}
                  onAsk={setAsked}
                />
              )}
            </Reading>
          </Card>
        </div>
      ) : (
        <AdminUser
          key={search.user}
          db={db}
          id={search.user}
          known={known}
          onAsk={setAsked}
          onSave={() => void acts.saveData(search.user ?? '')}
          onSearch={onSearch}
        />
      )}
      <UserDialogs asked={asked} acts={acts} ownId={own.id} onClose={() => setAsked(null)} />
    </>
  );
}
