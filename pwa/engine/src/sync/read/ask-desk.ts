import type { Route } from '@sunloop/shared-types/route.ts';
import type { CallInput } from '../../api/client.ts';
import { callFile } from '../../api/call-file.ts';
import type { Answer } from '../../api/read-answer.ts';
import type { UserDb } from '../../data/user-db.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { callAsUser, notingSession } from '../answers/note-verdict.ts';
import { touchDesk } from './desk-resources.ts';

/** A read of the desk that is shown but not kept. Throws `ApiError` or `NotSent`. */
export async function askDesk<R extends Route>(
  db: UserDb,
  route: R,
  input: CallInput<R>,
  deps: SyncDeps = realDeps,
): Promise<Answer<R>['data']> {
  return (await callAsUser(db, route, input, deps)).data;
}

/** A page of a list and the cursor of the next one, to act on all of it or print it; not kept. Throws `ApiError` or `NotSent`. */
export async function askPage<R extends Route>(
  db: UserDb,
  route: R,
  input: CallInput<R>,
  deps: SyncDeps = realDeps,
): Promise<{ rows: Answer<R>['data']; next: string | undefined }> {
  const answer = await callAsUser(db, route, input, deps);
  return { rows: answer.data, next: answer.next };
}

/** A file made by the server; throws `ApiError` or `NotSent`. */
export async function askDeskFile(
  db: UserDb,
  route: Route,
  query: Record<string, string | undefined>,
  deps: SyncDeps = realDeps,
): Promise<Blob> {
  const ask = () => callFile(route, { query, expectedUser: db.userId });
  try {
    return await notingSession(db, ask, deps);
  } finally {
    // A person's export leaves a line in the audit log.
    await touchDesk(db, route);
  }
}
