import type { Route } from '@sunloop/shared-types/route.ts';
import { useCallback } from 'react';
import type { CallInput } from '@sunloop/engine/api/client.ts';
import type { Answer } from '@sunloop/engine/api/read-answer.ts';
import { writeDesk } from '@sunloop/engine/desk.ts';
import { useUserDb } from '../../stored/user-db.ts';

/**
 * Writes of the desk that need a connection. Throws `ApiError` or `NotSent` (api/problems.ts), whose message is meant for
 * the person.
 */
export type WriteDesk = <R extends Route>(
  route: R,
  input: CallInput<R>,
) => Promise<Answer<R>['data']>;

export function useDeskWrite(): WriteDesk {
  const db = useUserDb();
  return useCallback((route, input) => writeDesk(db, { route, input }), [db]);
}
