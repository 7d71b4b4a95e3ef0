import type { User } from '@sunloop/shared-types';
import { redirect } from '@tanstack/react-router';
import { hasDeviceDb } from '../data/has-device-db.ts';

/** Who is signed in on this device; Dexie is loaded only where there may be somebody. */
async function findUser(): Promise<User | undefined> {
  if (!(await hasDeviceDb())) return undefined;
  const { readSession } = await import('../data/device-db.ts');
  const session = await readSession();
  return session?.state === 'active' ? session.user : undefined;
}

/** Lets a signed-in person in, with or without signal; sends everybody else to /auth. */
export async function requireSession(): Promise<{ user: User }> {
  const user = await findUser();
  if (!user) throw redirect({ to: '/auth', replace: true });
  return { user };
}

/** Sends whoever is signed in to the dashboard. */
export async function requireNobody(): Promise<void> {
  if (await findUser()) throw redirect({ to: '/', replace: true });
}
