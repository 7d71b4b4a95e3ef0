import { sessionRoutes } from '@sunloop/shared-types';
import { call } from '../api/client.ts';
import { isProblem } from '../api/problems.ts';
import { readSession } from '../data/device-db.ts';
import { isStorageRefused } from '../data/storage-errors.ts';
import { signIn } from '../sync/session/session.ts';
import { findSignedIn, type SignedIn } from './find-user.ts';
import { isTakenForSomebody } from './signed-in-cookie.ts';

/** The person has an empty page meanwhile; a slower server finds them at the sign-in. */
const PATIENCE_MS = 8000;

/**
 * Signs in on this device whom the server takes this browser for; nobody where it answers nobody, where a
 * sign-out is still on its way to it, or where nothing can be stored.
 */
export async function askWho(): Promise<SignedIn | undefined> {
  try {
    if (await readSession()) return undefined;
    // A sign-out may have ended meanwhile: the server's answer takes the cookie before the device forgets the session.
    if (!isTakenForSomebody()) return undefined;
    const { data: user } = await call(sessionRoutes.currentUser, { timeoutMs: PATIENCE_MS });
    await signIn(user);
    return await findSignedIn();
  } catch (error) {
    if (isProblem(error) || isStorageRefused(error)) return undefined;
    throw error;
  }
}
