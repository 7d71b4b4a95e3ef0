import { sessionRoutes } from '@sunloop/shared-types/accounts/session-routes.ts';
import type { User } from '@sunloop/shared-types/ground/user.ts';
import type { RouteBodyInput } from '@sunloop/shared-types/route.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/problems.ts';
import { updateSessionUser } from '../../data/device-db.ts';
import type { UserDb } from '../../data/user-db.ts';
import { checkUser } from '../answers/check-user.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';
import { callAsUser, notingSession } from '../answers/note-verdict.ts';
import { repeatWrite } from '../answers/repeat-write.ts';

/** A picture takes a while on a slow connection. Milliseconds. */
const PROFILE_TIMEOUT_MS = 60_000;

export type ProfileInput = RouteBodyInput<typeof sessionRoutes.changeProfile>;

/** What the server now has of fields that were changed elsewhere meanwhile; null for any other error. */
export function changedMeanwhile(error: unknown): Readonly<Record<string, string>> | null {
  const isChanged = error instanceof ApiError && error.code === 'changed_meanwhile';
  return isChanged ? (error.fields ?? {}) : null;
}

/**
 * Changes the person's own data on the server while they wait; `expected` is what they saw before. The answer replaces
 * the user on this device. Throws `ApiError` (409 `username_taken`, `email_taken`, `changed_meanwhile`, 413) or
 * `NotSent`.
 */
export async function saveProfile(
  db: UserDb,
  change: ProfileInput,
  deps: SyncDeps = realDeps,
): Promise<User> {
  const options = { expectedUser: db.userId, timeoutMs: PROFILE_TIMEOUT_MS };
  const fetchedAt = deps.now();
  const send = () => call(sessionRoutes.changeProfile, { body: change, ...options });
  try {
    // A field that is already as wanted is no conflict, so this is safe to repeat.
    const { data: user } = await notingSession(db, () => repeatWrite(send, deps), deps);
    await updateSessionUser(db.userId, { user, etag: null, fetchedAt });
    return user;
  } catch (error) {
    // The screens should show what is stored now.
    if (changedMeanwhile(error)) await checkUser(db, deps);
    throw error;
  }
}

/** Whether the server asks for the current password because the sign-in is old, or the one given was wrong. */
export function needsPassword(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'password_needed';
}

export type PasswordInput = RouteBodyInput<typeof sessionRoutes.changePassword>;

/**
 * Sets a new password; every other session of the user ends. Throws `ApiError` (403 `password_needed`) or `NotSent`.
 */
export async function changePassword(
  db: UserDb,
  body: PasswordInput,
  deps: SyncDeps = realDeps,
): Promise<void> {
  await callAsUser(db, sessionRoutes.changePassword, { body }, deps);
}
