import type { Route } from '@sunloop/shared-types';
import { call, type CallInput } from '../../api/client.ts';
import { callText } from '../../api/call-text.ts';
import type { Answer } from '../../api/read-answer.ts';
import type { UserDb } from '../../data/user-db.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { notingSession } from '../answers/note-verdict.ts';

/** A read of the desk that is shown but not kept: a further page of a long list. Throws `ApiError` or `NotSent`. */
export async function askDesk<R extends Route>(
  db: UserDb,
  route: R,
  input: CallInput<R>,
  deps: SyncDeps = realDeps,
): Promise<Answer<R>['data']> {
  const ask = () => call(route, { ...input, expectedUser: db.userId });
  return (await notingSession(db, ask, deps)).data;
}

/** A file made by the server, as text; throws `ApiError` or `NotSent`. */
export function askDeskFile(
  db: UserDb,
  route: Route,
  query: Record<string, string | undefined>,
  deps: SyncDeps = realDeps,
): Promise<string> {
  return notingSession(db, () => callText(route, { query, expectedUser: db.userId }), deps);
}
