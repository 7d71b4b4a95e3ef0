import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { notLoaded } from '../../api/problems.ts';
import type { DeviceSession } from '../../data/device-db.ts';
import type { UserDb } from '../../data/user-db.ts';

/**
 * Does what the server's answer about its user calls for, compared with what was known. Throws `NotSent` if code for it
 * cannot be loaded now.
 */
export async function heedUser(
  db: UserDb,
  user: CurrentUser,
  known: DeviceSession | undefined,
): Promise<void> {
  if (user.erasedUsers !== undefined) {
    const { forgetErasedOthers } = await import('./forget-desk.ts').catch(notLoaded);
    await forgetErasedOthers(db, user.erasedUsers);
  }
  if (known?.state !== 'active' || known.user.id !== user.id) return;
  if (!isPutBack(user, known.user)) return;
  const { keepLostProfile } = await import('./lost-profile.ts').catch(notLoaded);
  await keepLostProfile(db, known.user, user);
}

/** Whether an older profile came from a server that was put back to an earlier state, and not only late. */
function isPutBack(user: CurrentUser, known: CurrentUser): boolean {
  return user.epoch !== known.epoch && (user.updatedAt ?? '9') < (known.updatedAt ?? '');
}
