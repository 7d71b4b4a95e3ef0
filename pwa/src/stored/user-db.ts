import { createContext, useContext } from 'react';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';

/** The database of the person who is signed in; the shell gives it to all it surrounds. */
export const UserDbContext = createContext<UserDb | null>(null);

/** Whose data the page shows and changes. It is handed to functions of the engine, which alone know its tables. */
export function useUserDb(): UserDb {
  const db = useContext(UserDbContext);
  if (!db) throw new Error('useUserDb needs the shell around it');
  return db;
}
