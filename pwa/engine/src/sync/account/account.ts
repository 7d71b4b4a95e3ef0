import { accountRoutes, EXPORT_PATH } from '@sunloop/shared-types/accounts/account-routes.ts';
import { callFile } from '../../api/call-file.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/problems.ts';
import type { UserDb } from '../../data/user-db.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { notingSession } from '../answers/note-verdict.ts';
import { forgetErased } from '../session/session.ts';

/** Deleting a person with very many referrals takes the server some time. */
const ERASE_TIMEOUT_MS = 60_000;

/** Everything the server holds about the person, as a file. Throws `ApiError` or `NotSent`. */
export function exportAccount(db: UserDb, deps: SyncDeps = realDeps): Promise<Blob> {
  const input = { query: {}, expectedUser: db.userId };
  return notingSession(db, () => callFile({ path: EXPORT_PATH }, input), deps);
}

/**
 * Erases the person on the server and then here. Throws `ApiError` (403 `password_needed`, 409 `last_admin`) or
 * `NotSent`; in the latter case it may have been done, which this device learns at its next contact.
 */
export async function eraseAccount(
  db: UserDb,
  currentPassword: string,
  deps: SyncDeps = realDeps,
): Promise<void> {
  const options = { expectedUser: db.userId, timeoutMs: ERASE_TIMEOUT_MS };
  const send = () => call(accountRoutes.eraseAccount, { body: { currentPassword }, ...options });
  try {
    await notingSession(db, send, deps);
  } catch (error) {
    // An earlier try had arrived.
    if (error instanceof ApiError && error.code === 'account_erased') return;
    throw error;
  }
  await forgetErased(db);
}
