import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { createContext, useContext } from 'react';

export const UserContext = createContext<CurrentUser | null>(null);

/** Who is signed in, for the pages in the shell; their database is `useUserDb`'s. */
export function useUser(): CurrentUser {
  const user = useContext(UserContext);
  if (!user) throw new Error('useUser needs the shell around it');
  return user;
}
