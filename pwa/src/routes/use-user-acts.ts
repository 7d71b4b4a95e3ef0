import { routes } from '@sunloop/shared-types';
import { useMemo } from 'react';
import type { UserDb } from '../data/user-db.ts';
import type { UserActs } from '../features/admin-users/user-acts.ts';
import { refreshNow } from '../sync/resources.ts';
import { useDeskWrite } from './use-desk-write.ts';

/** Everything whose answer an account changes. */
const ACCOUNT = [
  routes.users,
  routes.userDetail,
  routes.adminReferrals,
  routes.adminStats,
  routes.auditLogs,
  routes.securityStats,
];
const SESSIONS = [routes.userDetail, routes.auditLogs, routes.securityStats];

/** What the desk does to accounts, in front of the admin. */
export function useUserActs(db: UserDb): UserActs {
  const write = useDeskWrite(db);
  return useMemo(
    () => ({
      add: (body) => write(routes.addUser, { body }, ACCOUNT),
      change: async (id, body) => {
        await write(routes.changeUser, { params: { id }, body }, ACCOUNT);
        // One's own name and role stand in the navigation, and decide whether this console does.
        if (id === db.userId) await refreshNow(db, 'user');
      },
      resetPassword: async (id) => {
        const answer = await write(routes.resetPassword, { params: { id } }, SESSIONS);
        return answer.temporaryPassword;
      },
      endSessions: (id) => write(routes.endSessions, { params: { id } }, SESSIONS),
    }),
    [db, write],
  );
}
