import { routes } from '@sunloop/shared-types/routes.ts';
import { useMemo } from 'react';
import type { NewUserInput, UserActs } from '../accounts/users/user-acts.ts';
import { askDeskFile, asked, forgetDesk } from '@sunloop/engine/desk.ts';
import { refreshNow } from '@sunloop/engine/read.ts';
import { saveFile } from '../../ui/save-file.ts';
import type { NoticeText } from '../../ui/layers/notices.ts';
import { useDeskAct } from './use-desk-act.ts';
import { isolate } from '../../lib/isolate.ts';
import { useUserDb } from '../../stored/user-db.ts';

const FAILED = 'Update Failed';
const FILE = 'sunloop-data.json';
const SAVED = { title: 'File saved', description: `${FILE} is in your downloads.` };

/** What the desk does to accounts while the admin waits. */
export function useUserActs(): UserActs {
  const db = useUserDb();
  const act = useDeskAct();
  return useMemo(
    () => ({
      add: (body) =>
        act({ failed: 'Creation Failed', done: createdText(body) }, (write) =>
          write(routes.addUser, { body }),
        ),
      change: (id, body, done) =>
        act({ failed: FAILED, done }, async (write) => {
          await write(routes.changeUser, { params: { id }, body });
          // The navigation shows the admin's own name, and their role decides whether the console opens.
          if (id === db.userId) await refreshNow(db, 'user');
        }),
      resetPassword: (id) =>
        act({ failed: FAILED }, async (write) => {
          const answer = await write(routes.resetPassword, { params: { id } });
          return answer.temporaryPassword;
        }),
      resetFactor: (id, done) =>
        act({ failed: FAILED, done }, (write) =>
          write(routes.resetSecondFactor, { params: { id }, body: {} }),
        ),
      changeMayTake: (id, mayTake, done) =>
        act({ failed: FAILED, done }, (write) =>
          write(routes.changeMayTake, { params: { id }, body: { mayTake } }),
        ),
      endSessions: (id, done) =>
        act({ failed: FAILED, done }, (write) => write(routes.endSessions, { params: { id } })),
      saveData: (id) =>
        act({ failed: 'Download Failed', done: SAVED }, async () => {
          const route = asked(routes.exportUser, { params: { id } });
          saveFile(FILE, await askDeskFile(db, route, {}));
        }),
      erase: (id, done) =>
        act({ failed: FAILED, done }, async (write) => {
          await write(routes.eraseUser, { params: { id } });
          await forgetDesk(db);
        }),
    }),
    [db, act],
  );
}

function createdText({ username, isActive, invite }: NewUserInput): NoticeText {
  const name = isolate(username);
  if (invite) return { title: 'User created', description: `${name} gets an invitation by mail.` };
  const canSignIn =
    isActive === 'true' ? 'can sign in now' : 'can sign in once the account is made active';
  return { title: 'User created', description: `${name} ${canSignIn}.` };
}
