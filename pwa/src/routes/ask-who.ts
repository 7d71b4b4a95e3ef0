import { sessionRoutes } from '@sunloop/shared-types/accounts/session-routes.ts';
import { call } from '@sunloop/engine/api/client.ts';
import { isProblem } from '@sunloop/engine/api/problems.ts';
import { readSession } from '@sunloop/engine/data/device-db.ts';
import { isStorageRefused } from '@sunloop/engine/data/storage/errors.ts';
import { signIn } from '@sunloop/engine/session.ts';
import { findSignedIn, type SignedIn } from './find-user.ts';
import { hasSignedInCookie } from './signed-in-cookie.ts';

/** The page is blank meanwhile; after this, the sign-in page opens. Milliseconds. */
const PATIENCE_MS = 8000;

/**
 * Signs in on this device the user whom the server recognizes by this browser's cookie. Nobody if it knows none, if a
 * sign-out is still owed to it, or if nothing can be stored.
 */
export async function askWho(): Promise<SignedIn | undefined> {
  try {
    if (await readSession()) return undefined;
    // A sign-out may have finished meanwhile: the server's answer removes the cookie before the device forgets the
    // session.
    if (!hasSignedInCookie()) return undefined;
    const { data: user } = await call(sessionRoutes.currentUser, { timeoutMs: PATIENCE_MS });
    await signIn(user);
    return await findSignedIn();
  } catch (error) {
    if (isProblem(error) || isStorageRefused(error)) return undefined;
    throw error;
  }
}
