import type { ReactNode } from 'react';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { UserDbContext } from '../../stored/user-db.ts';

/** What a component is rendered in, as in the shell: `render(<Page />, withDb(db))`. */
export function withDb(db: UserDb) {
  return {
    wrapper: ({ children }: { children: ReactNode }) => (
      <UserDbContext value={db}>{children}</UserDbContext>
    ),
  };
}
