import { accountRoutes } from '@sunloop/shared-types/accounts/account-routes.ts';
import { ERASED_QUESTION_MAX } from '@sunloop/shared-types/limits.ts';
import { Dexie } from 'dexie';
import { call } from '../../api/client.ts';
import { isProblem } from '../../api/problems.ts';
import { readSession } from '../../data/device-db.ts';
import { USER_DB_PREFIX } from '../../data/unsent-count.ts';
import { openUserDb, type UserDb } from '../../data/user-db.ts';
import { countUnsent } from '../../data/find-unsent.ts';
import { forgetErased } from './session.ts';

/**
 * Forgets people who signed out here, left rows for later and were erased since. They have no session here that would
 * learn of it, so the server is asked about them. Without an answer, the next start asks again.
 */
export async function forgetOthers(): Promise<void> {
  const kept = await findKept();
  try {
    while (kept.length > 0) {
      const asked = kept.splice(0, ERASED_QUESTION_MAX);
      const body = { ids: asked.map(({ userId }) => userId) };
      const { erased } = (await call(accountRoutes.askErased, { body })).data;
      const gone = asked.filter(({ userId }) => erased.includes(userId));
      for (const db of gone) await forgetErased(db);
    }
  } catch (error) {
    if (!isProblem(error)) throw error;
  }
}

/** Databases of those who are not signed in here and have something unsent. */
async function findKept(): Promise<UserDb[]> {
  const session = await readSession();
  const owner = session?.state === 'active' ? session.user.id : session?.userId;
  const names = (await Dexie.getDatabaseNames()).filter((name) => name.startsWith(USER_DB_PREFIX));
  const ids = names.map((name) => name.slice(USER_DB_PREFIX.length));
  const kept: UserDb[] = [];
  for (const id of ids.filter((other) => other !== owner)) {
    const db = openUserDb(id);
    if ((await countUnsent(db)) > 0) kept.push(db);
    // An open one would block a newer version's upgrade.
    db.close();
  }
  return kept;
}
