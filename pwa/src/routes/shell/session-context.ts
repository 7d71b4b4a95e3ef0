import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { createContext, useContext } from 'react';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';

/** Who is signed in and their database; pages pass both to the features they show. */
export type Session = { user: CurrentUser; db: UserDb };

export const SessionContext = createContext<Session | null>(null);

/** The session of the shell around the calling page. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs the shell around it');
  return session;
}
