import { redirect } from '@tanstack/react-router';
import { hasDeviceDb } from '@sunloop/engine/data/has-device-db.ts';
import { findAnyTrouble } from '@sunloop/engine/data/storage/trouble.ts';
import type { SignedIn } from './find-user.ts';
import { hasSignedInCookie } from './signed-in-cookie.ts';
import { loadPart } from '../ui/layers/lazy-part.ts';

/**
 * Dexie is loaded only if somebody may be signed in. A device whose storage was cleared but not its cookies asks the
 * server who is signed in.
 */
async function findSignedIn(): Promise<SignedIn | undefined> {
  const isKnown = await hasDeviceDb();
  const signedIn = isKnown
    ? await (await loadPart(() => import('./find-user.ts'))).findSignedIn()
    : undefined;
  if (signedIn || !hasSignedInCookie()) return signedIn;
  return (await loadPart(() => import('./ask-who.ts'))).askWho();
}

/** Where somebody goes, as the router tells it. */
interface Going {
  readonly location?: { readonly search: { readonly upload?: unknown } };
}

/**
 * Lets a signed-in person in, with or without signal; sends everybody else to /auth, which says what became of a file or text
 * that was shared.
 */
export async function requireSession({ location }: Going = {}): Promise<{ signedIn: SignedIn }> {
  const signedIn = await findSignedIn();
  const search = location?.search.upload === 'shared' ? { shared: 1 as const } : {};
  if (!signedIn) throw redirect({ to: '/auth', search, replace: true });
  return { signedIn };
}

/**
 * Sends whoever is signed in to the dashboard. On a device that cannot be read that is nobody: people can sign in and
 * use the server alone. If there is more to say about its storage, that comes first.
 */
export async function requireNobody(): Promise<void> {
  const signedIn = await findSignedIn().catch((error: unknown) => {
    const trouble = findAnyTrouble();
    if (trouble && trouble.kind !== 'broken') throw error;
    console.error('The session of this device could not be read:', error);
  });
  if (signedIn) throw redirect({ to: '/', replace: true });
}
