import type { User } from '@sunloop/shared-types';
import { redirect } from '@tanstack/react-router';
import { hasDeviceDb } from '../data/has-device-db.ts';

/** Who is signed in on this device; Dexie is loaded only where there may be somebody. */
async function findUser(): Promise<User | undefined> {
  if (!(await hasDeviceDb())) return undefined;
  const [{ deviceDb, readSession }, { withReopen }, { isStorageRefused }] = await Promise.all([
    import('../data/device-db.ts'),
    import('../data/with-reopen.ts'),
    import('../data/storage-errors.ts'),
  ]);
  try {
    const session = await withReopen(deviceDb, readSession);
    return session?.state === 'active' ? session.user : undefined;
  } catch (error) {
    // Nobody can be signed in on it; /auth lets people in for as long as there is a connection.
    if (isStorageRefused(error)) return undefined;
    throw error;
  }
}

/** Lets a signed-in person in, with or without signal; sends everybody else to /auth. */
export async function requireSession(): Promise<{ user: User }> {
  const user = await findUser();
  if (!user) throw redirect({ to: '/auth', replace: true });
  return { user };
}

/**
 * Sends whoever is signed in to the dashboard. A device that cannot be read has nobody: the sign-in
 * page can still say what is wrong.
 */
export async function requireNobody(): Promise<void> {
  const user = await findUser().catch((error: unknown) => {
    console.error('The session of this device could not be read:', error);
  });
  if (user) throw redirect({ to: '/', replace: true });
}
